/** Of every page that shows a plan, with or without its dialogs: `domain/subscriptions/plan-standing.ts`. */
export const planStandingTexts = {
  labels: {
    confirming: 'Confirming payment',
    not_started: 'Not started',
    trial: 'Free days',
    active: 'Active',
    ending: 'Ending',
    past_due: 'Payment failed',
    unpaid: 'Unpaid',
    paused: 'Paused',
    ended: 'Ended',
  },
  /** of a plan that is paid by invoice */
  overdue: 'Overdue',
  unconfirmed: 'Not confirmed yet',
  line: (plan: string, label: string) => `${plan}, ${label.toLowerCase()}`,
  lineEnding: (plan: string, date: string) => `${plan}, ends ${date}`,
  team: {
    confirming: 'The first payment is not confirmed yet.',
    notStarted: 'The first payment was never made.',
    trial: (date: string) => `Free until ${date}.`,
    upToDate: 'Payments are up to date.',
    settling: (amount: string | null) =>
      amount ? `Bank debit on its way, ${amount}.` : 'Bank debit on its way.',
    nextCharge: (date: string) => `Next payment on ${date}.`,
    nextInvoice: (date: string) => `Next invoice on ${date}.`,
    due: (amount: string, date: string) => `${amount} is due by ${date}.`,
    overdueSince: (date: string) => `Overdue since ${date}.`,
    ends: (date: string) => `Ends on ${date}.`,
    endingRequested: 'Canceled, and not confirmed by Stripe yet.',
    open: (amount: string) => `${amount} is open.`,
    usableUntil: (date: string) => `The plan can be used until ${date}.`,
    wasUsableUntil: (date: string) => `The plan could be used until ${date}.`,
    unpaid: 'Several payments failed, so the plan cannot be used.',
    paused: 'Nothing is charged until the plan resumes.',
    ended: (date: string) => `Ended on ${date}.`,
  },
} as const

/** Common to all changes of a plan. */
export const planChangeTexts = {
  waitsTitle: 'Recorded, but not in effect yet',
  waits: 'The payments account has not confirmed it. Carefold retries, and this page shows when it is done.',
  loading: 'Calculating...',
  failed: 'The amount could not be calculated.',
  busy: 'One moment...',
  failedTitle: 'Nothing was changed',
  failedText: 'Please try again in a moment.',
} as const
