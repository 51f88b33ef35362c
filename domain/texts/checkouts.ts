/** What a person reads while choosing a plan on the clinic's page, before and after the payment page. */
export const checkoutTexts = {
  pageTitle: 'Choose your plan',
  title: (clinic: string) => `Choose your plan at ${clinic}`,
  lead: 'You see what you pay before you give your card, and you can cancel online whenever you like.',
  toPortal: 'My Health',
  logIn: 'Log in',

  interval: { label: 'How often you pay', month: 'Monthly', year: 'Yearly' },
  perInterval: { month: 'a month', year: 'a year' },
  saving: (amount: string) => `You save ${amount} a year.`,
  /** read out before each line of what a plan does not include */
  notIncluded: 'Not included:',
  choose: 'Join this plan',
  /** @param plan read out after the button's words, so that the buttons can be told apart */
  choosePlan: (plan: string) => `: ${plan}`,
  alreadyPatient: 'Already a patient here?',
  signIn: 'Sign in',

  failedTitle: 'The plans could not be loaded',
  noneTitle: (clinic: string) => `${clinic} has no plan to join yet`,
  none: 'Please come back later, or ask the clinic.',
  canceledTitle: 'Nothing was charged',
  canceled: 'You left the payment page. You can choose again whenever you like.',
  gone: 'The plan you chose is no longer offered. These are the clinic’s plans now.',

  current: {
    title: 'You already have a plan',
    lead: (clinic: string) => `Your plan at ${clinic}`,
    others: 'You can add',
  },

  team: (clinic: string) =>
    `You work at ${clinic}, so you cannot join a plan here. This is what patients see.`,
  suspended: 'Your access to this clinic is paused. Please get in touch with the clinic.',

  review: {
    heading: 'Before you pay',
    label: 'You are joining',
    charge: {
      month: (amount: string) => `You are charged ${amount} today and every month until you cancel.`,
      year: (amount: string) => `You are charged ${amount} today and every year until you cancel.`,
    },
    merchant: (clinic: string) => `${clinic} charges your card. Its name is on your card statement.`,
    cancel: 'You can cancel online. Your plan then runs until the end of the time you have paid for.',
    submit: 'Continue to payment',
    busy: 'Processing...',
    other: 'Choose another plan',
    failedTitle: 'Failed to start subscription',
    failed: 'There was an error processing your request. Please try again.',
    noUrl: 'No checkout URL returned',
  },

  confirming: {
    title: 'Confirming your payment',
    text: 'We are waiting for the bank. This usually takes a few seconds.',
    plan: (plan: string) => `You are joining “${plan}”.`,
    slowTitle: 'This is taking longer than usual',
    slow: 'You need not wait here: your plan appears on your home page as soon as the payment is confirmed. You are not charged twice.',
    toHome: 'Go to your home page',
    activeTitle: 'Welcome',
    active: (plan: string) => `“${plan}” is active. Taking you to your home page...`,
    expiredTitle: 'Nothing was charged',
    expired: 'The payment page has expired. You can choose your plan again.',
    chooseAgain: 'Choose your plan',
    unknownTitle: 'We could not find this payment',
    unknown: 'It may belong to another account. Your own plan and payments are on your payments page.',
    toPayments: 'See your payments',
    failedTitle: 'We cannot ask about your payment right now',
    failed: 'Nothing is lost, and you are not charged twice.',
    retry: 'Ask again',
  },

  noClinicTitle: 'Which clinic?',
  noClinic: 'Each clinic has its own plans. Find yours, or open the link it gave you.',
} as const
