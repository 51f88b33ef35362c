/**
 * What a patient reads in the portal: home, payments, profile. Wording where given:
 * docs/specification.md B2.4, B2.6, B2.7, B8.
 */
export const portalTexts = {
  home: {
    title: 'Home',
    greetings: {
      morning: (name: string) => `Good morning, ${name}`,
      afternoon: (name: string) => `Good afternoon, ${name}`,
      evening: (name: string) => `Good evening, ${name}`,
    },
    included: 'What your plan includes',
    seePayments: 'See payments',
    connections: {
      title: 'Your Clinic Connections',
      go: (clinic: string) => `Go to ${clinic} Portal`,
      roles: { admin: 'Clinic team', staff: 'Clinic team', member: 'Clinic team', patient: 'Patient' },
    },
    clinic: {
      title: (clinic: string) => `About ${clinic}`,
      phone: (phone: string) => `Call ${phone}`,
      website: 'Website',
    },
  },

  /** Shown to people who joined with an address that nobody has proven yet (docs/threats.md T31). */
  confirmEmail: {
    title: 'Confirm your email address',
    text: (email: string) =>
      `We sent a link to ${email}. Open it so that your clinic knows the address is yours.`,
    resend: 'Send a new link',
    busy: 'Sending...',
    sent: 'A new link is on its way to you.',
    tooSoon: 'A link was sent a moment ago. Please look into your mailbox, or try again in a minute.',
    failed: 'The link could not be sent. Please try again in a moment.',
    confirmed: 'Your email address is confirmed.',
  },

  /** The state of a patient's plan. Amounts, dates and names come formatted. */
  membership: {
    label: 'Your plan',
    statuses: {
      confirming: 'Confirming',
      active: 'Active',
      ending: 'Ending',
      past_due: 'Payment failed',
      unpaid: 'Unpaid',
      paused: 'Paused',
      ended: 'Ended',
    },
    failedTitle: 'Your plan could not be loaded',
    failed: 'Nothing has changed. Check your connection and try again.',
    nextCharge: (amount: string, date: string) => `Next payment: ${amount} on ${date}.`,
    ending: (date: string) =>
      `Your plan ends on ${date}. You can use it until then; nothing more is charged.`,
    confirmingTitle: 'Confirming your payment',
    confirming: 'We are waiting for the bank. This usually takes a few seconds. You are not charged twice.',
    pastDue: 'Your last payment did not go through.',
    amountDue: (amount: string) => `${amount} is still open.`,
    nextAttempt: (date: string) =>
      `We try your card again on ${date}. Please make sure that it can be charged.`,
    noNextAttempt: 'Your card is not tried again by itself. Please get in touch with your clinic.',
    grace: (date: string) => `You can use your plan until ${date}.`,
    unpaid:
      'Several payments did not go through, so your plan is not active. Please get in touch with your clinic.',
    paused: 'Your plan is paused. Nothing is charged until it goes on.',
    ended: (date: string) => `Your plan ended on ${date}. Your receipts stay here.`,
    noneTitle: 'You have no plan yet',
    none: 'Choose a plan that suits you. You see what it costs before you pay.',
    noneOffered: (clinic: string) => `${clinic} has no plan to join at the moment.`,
    choose: 'Choose your plan',
    chooseAgainTitle: 'Would you like to join again?',
  },

  pay: {
    title: 'Payments & Subscription',
    tabs: { subscription: 'Subscription', methods: 'Payment Methods', history: 'Billing History' },
    amount: 'Amount',
    every: {
      month: (amount: string) => `${amount} every month`,
      year: (amount: string) => `${amount} every year`,
    },
    period: 'Current period',
    nextBilling: 'Next billing date',
    activeUntil: 'Active until',
    endedOn: 'Ended on',
    memberSince: 'Member since',
    none: 'You have no plan at the moment.',

    cancel: {
      action: 'Cancel Subscription',
      title: 'Cancel subscription?',
      message:
        'Your subscription will remain active until the end of your current billing period. After that, your account will fall to the free plan.',
      until: (plan: string, date: string) => `${plan} stays active until ${date}.`,
      keep: 'Keep Subscription',
      doneTitle: 'Subscription updated',
      done: 'Your subscription will be canceled at the end of the current billing period.',
      undo: 'Undo',
      failedTitle: 'Cancellation failed',
      failed: 'There was an error cancelling your subscription. Please try again.',
    },
    resume: {
      action: 'Keep my subscription',
      busy: 'One moment...',
      doneTitle: 'Subscription updated',
      done: 'Your subscription goes on as before.',
      failedTitle: 'Update failed',
      failed: 'There was an error updating your subscription. Please try again.',
    },

    methods: {
      card: (brand: string, last4: string) => `${brand} ending in ${last4}`,
      expires: (month: number, year: number) => `Expires ${String(month).padStart(2, '0')}/${year}`,
      charged: 'Your payments are charged to this card.',
      none: 'No card on file',
      noneText: 'The card you pay with appears here once you have joined a plan.',
      failedTitle: 'Your card could not be loaded',
    },
    cardBrands: {
      amex: 'American Express',
      diners: 'Diners Club',
      discover: 'Discover',
      jcb: 'JCB',
      mastercard: 'Mastercard',
      unionpay: 'UnionPay',
      visa: 'Visa',
    } as Record<string, string>,

    history: {
      title: 'Billing History',
      lead: 'View your past invoices and payment history',
      columns: { invoice: 'Invoice', date: 'Date', amount: 'Amount', status: 'Status', pdf: 'PDF' },
      statuses: { open: 'Due', paid: 'Paid', void: 'Canceled', uncollectible: 'Unpaid' } as Record<
        string,
        string
      >,
      refunded: (amount: string) => `${amount} refunded`,
      pdf: 'PDF',
      pdfOf: (number: string) => `Open invoice ${number} as a PDF`,
      more: 'Show earlier invoices',
      moreBusy: 'Loading...',
      empty: 'No invoice history yet.',
      emptyText: 'Each payment appears here with its PDF.',
      failedTitle: 'Your invoices could not be loaded',
      pdfFailedTitle: 'The invoice could not be opened',
      pdfFailed: 'Please try again in a moment.',
    },
  },

  profile: {
    title: 'My Profile',
    tabs: { personal: 'Personal Details', security: 'Security & Password' },
    name: 'Your name',
    nameLead: 'As your clinic sees it.',
    twoStepLead:
      'After your password we ask for something that only you have. Nobody reads your health information with the password alone.',
    enable: 'Enable 2FA',
    history: 'View History',
    leave: 'Sign out',
    leaveLead: 'Signs you out here and on all your other devices.',
    signOut: 'Sign Out',
  },

  /** Instead of a patient's own matters, for people who are none at this clinic. */
  standing: {
    failedTitle: 'Your clinics could not be loaded',
    noClinicTitle: 'Which clinic?',
    noClinic: 'Your plan and your payments are kept by your clinic. Choose it to go on.',
    noClinicAtAll: 'You are not connected to a clinic yet. Open the link your clinic gave you to join.',
    openClinic: (clinic: string) => `Open ${clinic}`,
    strangerTitle: (clinic: string) => `You have not joined ${clinic}`,
    stranger: 'Join as a patient to see your plan and your payments here.',
    join: (clinic: string) => `Join ${clinic}`,
    invitedTitle: (clinic: string) => `${clinic} has invited you`,
    invited: 'Finish setting up your account to see your plan and your payments.',
    finish: 'Finish setting up',
    suspendedTitle: (clinic: string) => `Your access to ${clinic} is paused`,
    suspended: 'Please get in touch with the clinic.',
    teamTitle: (clinic: string) => `You work at ${clinic}`,
    team: 'This is the page patients see. Yours is the clinic area.',
    toClinicArea: 'Go to the clinic area',
  },
} as const
