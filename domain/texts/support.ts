/** Support access: asked for by whoever runs this installation, agreed to by an admin of the clinic. */
export const supportTexts = {
  states: {
    waiting: 'Waiting for an answer',
    live: 'Open now',
    declined: 'Declined',
    ended: 'Ended',
    lapsed: 'Never answered',
  },
  /** before a time */
  asked: 'Asked',
  /** before a time */
  until: 'open until',
  failed: 'The list could not be loaded',
  notDone: 'This did not work. Please try again.',
  end: 'End access',
  ended: 'The access has ended',

  ask: {
    button: 'Ask for access',
    buttonOf: (clinic: string) => `Ask for access to ${clinic}`,
    title: (clinic: string) => `Ask to support ${clinic}`,
    consequence:
      'An admin of the clinic reads your reason and decides. Once they agree, you see for 60 minutes how the clinic is set up: no patient, no message, no health data. What you look at is in their audit trail.',
    label: 'Reason',
    hint: 'What you want to look at, and who asked you to.',
    reasonShort: 'Say in at least ten characters why you ask.',
    reasonLong: 'Please use at most 500 characters.',
    keep: 'Not now',
    action: 'Ask for access',
    done: 'The clinic’s admins are asked',
  },

  operator: {
    tab: 'Support',
    none: 'You have asked no clinic for access yet.',
    lead: 'What you asked clinics for, and when you looked. They read the same list.',
    open: 'Look at the setup',
    openOf: (clinic: string) => `Look at the setup of ${clinic}`,
    bannerTitle: (clinic: string) => `You support ${clinic}`,
    /** before a time */
    bannerUntil: 'What you look at is in the clinic’s audit trail. The access ends at',
    view: {
      twoStep: 'Two-step sign-in of the team',
      required: 'Required',
      notRequired: 'Not required',
      billing: 'Billing',
      commission: (percent: string) => `Commission ${percent} %`,
      payouts: 'Payments',
      noPayouts: 'No payout account',
      due: (things: string) => `Stripe asks for: ${things}`,
      plans: 'Plans',
      visitKinds: 'Kinds of visits',
      minutes: (count: number) => `${count} minutes`,
      inactive: 'not in use',
      providers: 'Providers',
      providerCounts: (active: number, hidden: number) => `${active} active, ${hidden} not public`,
      messages: 'Messages',
      replyWithin: (within: string) => `Replies within ${within}`,
      noPromise: 'No promise about replies',
      calendarNames: 'Calendars name patients',
      yes: 'Yes',
      no: 'No',
      none: 'None',
    },
  },

  clinic: {
    title: 'Support access',
    lead: 'Whoever runs Carefold for you may ask to see how your clinic is set up: never patients, messages or health data. Nothing is seen before you agree.',
    none: 'Nobody has asked for access so far.',
    waitingTitle: 'Support asks for access',
    approve: 'Allow for 60 minutes',
    decline: 'Decline',
    approved: 'Support can look for 60 minutes',
    declined: 'The request was declined',
    liveTitle: 'Support can see how your clinic is set up',
    /** before a time */
    liveUntil: 'No patients, no messages, no health data. The access ends at',
    listTitle: 'Who was supported when',
    toSettings: 'Decide under Sign-in and security',
  },
}
