/** A patient's running plan: its state, its page, how it ends. Wording where given: docs/specification.md B2.7 and B8. */
export const subscriptionTexts = {
  /** Stripe's states, as the team reads them. */
  statuses: {
    incomplete: 'Waiting for payment',
    incomplete_expired: 'Not started',
    trialing: 'Trial',
    active: 'Active',
    past_due: 'Payment failed',
    unpaid: 'Unpaid',
    canceled: 'Ended',
    paused: 'Paused',
  },

  card: {
    included: 'What your plan includes',
    seePayments: 'See payments',
  },

  /** What a patient reads. Amounts, dates and names come formatted. */
  state: {
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

  page: {
    title: 'Payments & Subscription',
    tabs: { subscription: 'Subscription', methods: 'Payment Methods', history: 'Billing History' },
    amount: 'Amount',
    every: {
      month: (amount: string) => `${amount} every month`,
      year: (amount: string) => `${amount} every year`,
    },
    withTax: (name: string, percentage: string) => `, including ${percentage}% ${name}`,
    period: 'Current period',
    nextBilling: 'Next billing date',
    activeUntil: 'Active until',
    endedOn: 'Ended on',
    memberSince: 'Member since',
    covers: 'Covers',
    you: 'You',
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

    payOpen: {
      action: (amount: string) => `Pay ${amount} now`,
      busy: 'One moment...',
      failedTitle: 'The payment page could not be opened',
      failed: 'Nothing was charged. Please try again in a moment.',
    },

    methods: {
      card: (brand: string, last4: string) => `${brand} ending in ${last4}`,
      expires: (month: number, year: number) => `Expires ${String(month).padStart(2, '0')}/${year}`,
      charged: 'Your payments are charged to this card.',
      list: 'Your cards',
      default: 'Default',
      expiresSoon: 'Expires soon',
      expired: 'Expired',
      expiresSoonTitle: 'Your card expires soon',
      expiredTitle: 'Your card has expired',
      expiryText: (card: string, isExpired: boolean) =>
        isExpired
          ? `${card} can no longer be charged. Add another card, so that your plan goes on.`
          : `${card} is charged for your plan and expires soon. Add another card, so that your plan goes on.`,
      expiryLink: 'Update your card',
      add: 'Add a card',
      use: 'Use for payments',
      chooseOne: (card: string) => `Use ${card} for payments`,
      useDone: 'Your payments are charged to this card now',
      remove: 'Remove',
      removeOne: (card: string) => `Remove ${card}`,
      removeDone: 'The card is removed',
      ask: {
        title: (card: string) => `Remove ${card}?`,
        consequence: 'The clinic can no longer charge it. You can add it again at any time.',
        default:
          'The clinic can no longer charge it. While it pays for a plan, choose another card for your payments first.',
        keep: 'Keep the card',
        action: 'Remove the card',
      },
      changeCardFailedTitle: 'Your cards were not changed',
      change: 'Use another card',
      changing: 'Opening...',
      changeFailedTitle: 'The page for your card could not be opened',
      changeFailed: 'Nothing has changed. Please try again in a moment.',
      returned: 'We are reading your card. What is still open is charged to it now.',
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
  },
} as const
