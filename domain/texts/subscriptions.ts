import { planChangeTexts } from './plan-standing.ts'

/** Asked before an overdue plan is ended. */
export const openAmountTexts = {
  payer: {
    question: (amount: string) => `${amount} is open. What happens to it?`,
    pay: {
      label: (amount: string) => `Pay ${amount} now`,
      hint: (_amount: string) =>
        'You are charged now. You can use the plan until the end of the period that this pays for.',
    },
    stop: {
      label: (_amount: string) => 'End the plan now',
      hint: (amount: string) => `${amount} is not collected, and the plan can no longer be used.`,
    },
    missing: 'Choose one option.',
  },
  clinic: {
    question: (amount: string) => `${amount} is open. What happens to it?`,
    pay: {
      label: (amount: string) => `Collect ${amount} now`,
      hint: (_amount: string) =>
        'The payer is charged now. The plan ends with the period that this pays for. If the card is declined, nothing changes.',
    },
    stop: {
      label: (amount: string) => `Write off ${amount}`,
      hint: (_amount: string) => 'The amount is not collected, and the plan ends at once.',
    },
    missing: 'Choose one option.',
  },
} as const

/** Wording: docs/specification.md B2.7 and B8. Amounts, dates and names are formatted. */
export const subscriptionTexts = {
  card: {
    included: 'Included in your plan',
    seePayments: 'See payments',
  },

  /** a plan imported by the clinic */
  prepared: {
    title: 'Your clinic has prepared your plan',
    text: (plan: string, paidUntil: string | null) =>
      paidUntil ? `${plan}. You have paid until ${paidUntil}.` : `${plan}.`,
    consent: 'Nothing is charged until you have read the terms and entered a card.',
    button: 'Review and continue',
  },

  /** for patients */
  state: {
    label: 'Your plan',
    failedTitle: 'Your plan could not be loaded',
    failed: 'Nothing has changed. Check your connection and try again.',
    trial: (date: string) => `Your plan is free until ${date}.`,
    nextCharge: (amount: string, date: string) => `Next payment: ${amount} on ${date}.`,
    nextInvoice: (amount: string, date: string) => `Next invoice: ${amount} on ${date}.`,
    payBy: (amount: string, date: string) => `Pay ${amount} by ${date}.`,
    invoiceOverdue: 'Your invoice is overdue.',
    dueBy: (date: string) => `It was due by ${date}.`,
    nothingCharged: (date: string) => `Nothing is charged on ${date}: your coupon covers the plan.`,
    notStarted: 'The first payment was never made, so the plan did not start.',
    endingRequested: 'You have canceled your plan. Your clinic’s payment provider has not confirmed it yet.',
    /** not confirmed by Stripe */
    pending: {
      title: {
        cancel: 'The cancellation is recorded',
        keep: 'Your request to keep the plan is recorded',
        change: 'A change of your plan is recorded',
      },
      text: {
        cancel:
          'It is not in effect yet: the clinic’s payments account cannot be reached, and you may still be charged. Carefold retries and notifies you when charges have stopped.',
        keep: 'It is not in effect yet: the clinic’s payments account cannot be reached. Carefold retries automatically.',
        change:
          'It is not in effect yet: the clinic’s payments account has not answered. Carefold retries, and this page shows the change once it is made.',
      },
    },
    endingWhileOpen: (date: string, amount: string) =>
      `Your plan ends on ${date}. ${amount} for the time until then is still charged; after that, nothing more.`,
    ending: (date: string) =>
      `Your plan ends on ${date}. You can use it until then; nothing more is charged.`,
    confirmingTitle: 'Confirming your payment',
    confirming: 'We are waiting for the bank. This usually takes a few seconds. You are not charged twice.',
    pastDue: 'Your last payment did not go through.',
    amountDue: (amount: string) => `${amount} is still open.`,
    nextAttempt: (date: string) =>
      `We will retry it on ${date}. Please make sure that your card can be charged.`,
    attemptNow: 'Your card is being charged again.',
    setToEnd: (date: string) => `The plan is set to end on ${date}.`,
    noNextAttempt: 'It is not retried automatically. Pay now, or use another card.',
    onItsWay: {
      title: 'Payment on its way',
      text: (amount: string, clinic: string, date: string) =>
        `${amount} leaves your bank account; ${clinic} has it by about ${date}.`,
    },
    grace: (date: string) => `You can use your plan until ${date}.`,
    graceOver: (date: string) => `You could use your plan until ${date}.`,
    unpaidTitle: 'Your plan is not paid.',
    unpaid: 'Several payments did not go through, so your plan is not active. Please contact your clinic.',
    paused: 'Your plan is paused. Nothing is charged until it resumes.',
    ended: (date: string) => `Your plan ended on ${date}. Your receipts stay here.`,
    noneTitle: 'You have no plan yet',
    none: 'Choose a plan that suits you. You see the price before you pay.',
    noneOffered: (clinic: string) => `${clinic} does not offer a plan at the moment.`,
    choose: 'Choose your plan',
    chooseAgainTitle: 'Would you like to join again?',
  },

  page: {
    title: 'Payments & Subscription',
    value: 'Your plan’s value',
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
    goesOn: 'Resumes automatically on',
    memberSince: 'Member since',
    covers: 'Covers',
    you: 'You',
    none: 'You have no plan at the moment.',

    cancel: {
      action: 'Cancel Subscription',
      title: 'Cancel subscription?',
      message:
        'Your subscription will remain active until the end of your current billing period. After that, your account will fall to the free plan.',
      until: (plan: string, date: string) =>
        `${plan} stays active until ${date}. After that, your account and your record stay, without the benefits of ${plan}.`,
      keep: 'Keep Subscription',
      doneTitle: 'Subscription updated',
      done: 'Your subscription will be canceled at the end of the current billing period.',
      undo: 'Undo',
      open: openAmountTexts.payer,
      openConsequence: 'The last payment did not go through.',
      stopped: 'Your plan has ended',
      stoppedText: (amount: string) => `${amount} is not collected, and nothing more is charged.`,
      failedTitle: 'Cancellation failed',
      failed: 'There was an error cancelling your subscription. Please try again.',
    },
    resume: {
      action: 'Keep my subscription',
      next: (amount: string, date: string) => `If you keep it, the next bill is ${amount} on ${date}.`,
      busy: 'One moment...',
      doneTitle: 'Subscription updated',
      done: (amount: string, date: string) =>
        `Your subscription continues as before. The next bill is ${amount} on ${date}.`,
      failedTitle: 'Update failed',
      failed: 'There was an error updating your subscription. Please try again.',
    },

    household: {
      action: 'Change covered people',
      title: 'Covered people',
      lead: 'New people are covered at once, and you pay for the rest of this period. If you remove a person, the rest is credited to you.',
      you: 'You',
      child: 'Child',
      adult: 'Adult',
      remove: 'Remove',
      removeOne: (name: string) => `Remove ${name}`,
      keep: 'Keep',
      keepOne: (name: string) => `Keep ${name}`,
      leaves: 'No longer covered',
      addAdult: 'Add an adult',
      addChild: 'Add a child',
      name: 'Name',
      bornOn: 'Date of birth',
      takeBack: 'Remove',
      takeBackOne: (number: number) => `Remove new person ${number}`,
      newPerson: (number: number) => `New person ${number}`,
      nameMissing: 'Enter a name.',
      nameLong: 'Shorten the name to 200 characters.',
      birthDateMissing: 'Enter a date of birth.',
      nobody: 'The plan must cover at least one person. To end the plan, cancel it.',
      notHere: 'This person is no longer covered. Open the dialog again.',
      single: 'This plan covers one person.',
      notBorn: 'This date is in the future.',
      tooMany: 'A plan cannot cover this many people.',
      counting: 'Calculating the price...',
      now: (amount: string) => `${amount} is charged now.`,
      small: (amount: string) => `Nothing is charged now. ${amount} will be added to your next bill.`,
      charged: (amount: string) =>
        `${amount} was charged to your card, or is debited from your bank account.`,
      nothingNow: 'Nothing is charged now.',
      credited: (amount: string) => `${amount} is credited to your next payments.`,
      afterwards: (amount: string, date: string) => `From ${date}: ${amount}.`,
      submit: (amount: string) => `Change and pay ${amount}`,
      submitFree: 'Change',
      busy: 'One moment...',
      done: 'Your plan covers the people you chose',
      failedTitle: 'Nothing was changed',
      failed: 'Nothing was charged. Please try again in a moment.',
      previewFailed: 'The price could not be calculated.',
    },

    switch: {
      action: 'Change plan',
      title: 'Change plan',
      lead: 'The new plan covers all people you pay for.',
      which: 'Plan',
      each: {
        month: (amount: string) => `${amount} a month for an adult`,
        year: (amount: string) => `${amount} a year for an adult`,
      },
      keep: 'Keep my plan',
      done: 'Your plan has changed',
      doneLater: 'Your plan will change',
      now: (amount: string) => `${amount} is charged now, for the rest of this period.`,
      nowYear: (amount: string) =>
        `${amount} is charged now: a new year begins today, and the rest of your current period is already credited.`,
      small: (amount: string) => `Nothing is charged now. ${amount} will be added to your next bill.`,
      charged: (amount: string) =>
        `${amount} was charged to your card, or is debited from your bank account.`,
      nothingNow: 'Nothing is charged now.',
      later: (date: string) =>
        `It begins on ${date}, with your next period. Until then, you keep your current plan.`,
      afterwards: (amount: string) => `From then on, you pay ${amount}.`,
      agreement: 'Agreement',
      agree: 'I agree to this.',
      agreeMissing: 'Please agree before you change your plan.',
      sign: 'Sign with your full name',
      signMissing: 'Type your full name to sign.',
      submit: (amount: string) => `Change and pay ${amount}`,
      submitLater: 'Change with the next period',
      none: 'No other plan is available at the moment.',
      otherKind:
        'You cannot change to this plan: either it is of another kind, or it is paid monthly and yours is paid yearly. You can join it once your current plan has ended.',
      same: 'You have this plan.',
      single: 'This plan covers one person.',
      waiting: (date: string) => `Another plan begins on ${date}.`,
      price: (date: string) => `The price of your plan changes on ${date}.`,
      undo: 'Keep my plan as it is',
      undone: 'Your plan stays as it is',
    },
    change: planChangeTexts,
    pause: {
      action: 'Pause',
      title: 'Pause your plan?',
      lead: 'Nothing is charged during a pause, and the plan cannot be used.',
      credit: (amount: string) =>
        `You have paid ${amount} for the remaining time. It is credited when your plan resumes.`,
      noCredit: 'No paid time remains.',
      months: 'Resumes automatically after',
      month: (count: number) => (count === 1 ? '1 month' : `${count} months`),
      later: 'We notify you a week before. You can resume earlier at any time.',
      keep: 'Do not pause',
      submit: 'Pause my plan',
      done: 'Your plan is paused',
      until: (date: string) => `It resumes automatically on ${date}.`,
      creditLine: 'Unused time before the pause',
    },
    unpause: {
      action: 'Resume now',
      title: 'Resume your plan?',
      now: (amount: string) => `${amount} is charged now, and a new period begins today.`,
      small: (amount: string) =>
        `A new period begins today. Nothing is charged now: ${amount} will be added to your next bill.`,
      nothing: 'Nothing is charged now, and a new period begins today.',
      billed: (amount: string) => `The bill for the new period is ${amount}.`,
      credit: (amount: string) => `${amount} for unused time is already credited.`,
      keep: 'Stay paused',
      submit: (amount: string) => `Resume and pay ${amount}`,
      submitFree: 'Resume',
      done: 'Your plan has resumed',
    },
    leave: {
      action: 'End plan today…',
      title: 'End your plan today?',
      lead: 'Your plan ends at once, for all people it covers.',
      back: (amount: string) =>
        `${amount} is refunded to the card or account you paid with. Banks take up to ten days to show it.`,
      nothing: 'No payment covers the remaining time, so there is no refund.',
      ways: (date: string) =>
        `“Cancel Subscription” ends your plan on ${date}. “End plan today” ends it at once, and shows any refund before you confirm.`,
      instead: (date: string) => `You can also cancel, and use it until ${date}.`,
      keep: 'Keep my plan',
      submit: 'End plan today',
      done: 'Your plan has ended',
      doneText: 'Your receipts stay here.',
    },

    automatic: {
      action: 'Pay automatically by card',
      title: 'Pay automatically?',
      charge: (method: string, amount: string, date: string) =>
        `${method} is charged ${amount} on ${date}, and the price of each later period when it begins.`,
      open: 'An open invoice is not charged by this. Pay it by its link.',
      noCard: 'Save a card first, then choose this again.',
      saveCard: 'Save a card',
      keep: 'Keep paying by invoice',
      submit: 'Pay automatically',
      busy: 'One moment...',
      done: 'Your plan is now paid automatically',
      failedTitle: 'Nothing was changed',
      failed: 'Please try again in a moment.',
    },

    payOpen: {
      action: (amount: string) => `Pay ${amount} now`,
      leads: 'The payment page opens here. Your browser’s Back button returns to this page.',
      busy: 'One moment...',
      failedTitle: 'The payment page could not be opened',
      failed: 'Nothing was charged. Please try again in a moment.',
    },

    methods: {
      card: (brand: string, last4: string) => `${brand} ending in ${last4}`,
      usual: 'Payments from it take some business days to arrive.',
      expires: (month: number, year: number) => `Expires ${String(month).padStart(2, '0')}/${year}`,
      charged: 'Your payments are charged to it.',
      list: 'Your cards',
      listWithBank: 'Your cards and bank accounts',
      default: 'Default',
      expiresSoon: 'Expires soon',
      expired: 'Expired',
      expiresSoonTitle: 'Your card expires soon',
      expiredTitle: 'Your card has expired',
      expiryText: (card: string, isExpired: boolean) =>
        isExpired
          ? `${card} can no longer be charged. Add another card to continue your plan.`
          : `${card} is charged for your plan and expires soon. Add another card to continue your plan.`,
      expiryLink: 'Update your card',
      add: 'Add a card',
      addOrBank: 'Add a card or bank account',
      use: 'Use for payments',
      chooseOne: (card: string) => `Use for payments: ${card}`,
      useDone: 'Your payments are charged to it now',
      remove: 'Remove',
      removeOne: (card: string) => `Remove ${card}`,
      removeDone: 'It is removed',
      ask: {
        title: (card: string) => `Remove ${card}?`,
        consequence: 'The clinic can no longer charge it. You can add it again at any time.',
        default:
          'The clinic can no longer charge it. While it pays for a plan, choose another card for your payments first.',
        keep: 'Keep the card',
        action: 'Remove the card',
        keepAccount: 'Keep the account',
        actionAccount: 'Remove the account',
      },
      changeCardFailedTitle: 'Your cards were not changed',
      change: 'Use another card',
      changeOrBank: 'Use another card or bank account',
      chargedNow: (button: string, amount: string) => `${button}: ${amount} is charged to it now.`,
      paid: (amount: string) => `Paid: ${amount}`,
      changing: 'Opening...',
      changeFailedTitle: 'The page for your card could not be opened',
      changeFailed: 'Nothing has changed. Please try again in a moment.',
      returned: 'We are checking your new card. It appears under Payment Methods in a moment.',
      none: 'No card on file',
      noneText: 'The card you pay with appears here once you have joined a plan.',
      failedTitle: 'Your card could not be loaded',
    },
    cardBrands: {
      us_bank_account: 'Bank account',
      acss_debit: 'Bank account',
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

const { page } = subscriptionTexts

/** Changes of a patient's plan by the clinic. The payer is notified of each by email. */
export const clinicChangeTexts = {
  open: 'Manage plan',
  openOne: (plan: string) => `Manage plan: ${plan}`,
  close: 'Hide',
  lead: 'The payer gets an email about each change, except an undone cancellation. Only the payer can choose another plan, because its agreement needs a signature.',
  pending: {
    title: { ...subscriptionTexts.state.pending.title, keep: 'The request to keep the plan is recorded' },
    text: {
      cancel:
        'It is not in effect yet: your payments account cannot be reached, and the card may still be charged. Check the account under Money, or end the subscription in your Stripe dashboard. Carefold retries and emails the payer.',
      keep: 'It is not in effect yet: your payments account cannot be reached. Carefold retries automatically.',
      change:
        'It is not in effect yet: your payments account has not answered. Carefold retries, and this page shows the change once it is made.',
    },
  },
  overdue: 'A payment is open. Until it is paid, the plan can only be canceled.',
  failed: 'The plan could not be loaded.',
  ended: 'This plan has ended.',
  amount: page.amount,
  nextCharge: 'Next payment',

  cancel: {
    ...page.cancel,
    message:
      'The subscription remains active until the end of the paid period. After that, nothing more is charged.',
    until: (plan: string, date: string) => `${plan} stays active until ${date}.`,
    done: 'The subscription will be canceled at the end of the paid period.',
    open: openAmountTexts.clinic,
    stopped: 'The plan has ended',
    stoppedText: (amount: string) => `${amount} is not collected.`,
    failed: 'Nothing was canceled. Please try again.',
  },
  resume: {
    ...page.resume,
    action: 'Keep the subscription',
    next: (amount: string, date: string) => `If it continues, the payer’s next bill is ${amount} on ${date}.`,
    done: (amount: string, date: string) =>
      `The subscription continues as before. The payer’s next bill is ${amount} on ${date}.`,
  },
  household: {
    ...page.household,
    lead: 'New people are covered at once, and the payer pays for the rest of this period. If you remove a person, the rest is credited to the payer.',
    now: (amount: string) => `${amount} is charged to the payer now.`,
    small: (amount: string) => `Nothing is charged now. ${amount} will be added to the payer’s next bill.`,
    charged: (amount: string) =>
      `${amount} was charged to the payer’s card, or is debited from their bank account.`,
    credited: (amount: string) => `${amount} is credited to the payer’s next payments.`,
    submit: (amount: string) => `Change and charge ${amount}`,
    done: 'The plan covers the people you chose',
  },
  switch: {
    ...page.switch,
    price: (date: string) => `The price of this plan changes on ${date}.`,
    undo: 'Keep the current plan',
    undone: 'The plan stays as it is',
  },
  pause: {
    ...page.pause,
    title: 'Pause this plan?',
    credit: (amount: string) =>
      `${amount} was paid for the remaining time. It is credited when the plan resumes.`,
    later: 'The payer is notified a week before. You can resume the plan earlier at any time.',
    submit: 'Pause the plan',
    done: 'The plan is paused',
  },
  unpause: {
    ...page.unpause,
    title: 'Resume the plan?',
    now: (amount: string) => `${amount} is charged to the payer now, and a new period begins today.`,
    small: (amount: string) =>
      `A new period begins today. Nothing is charged now: ${amount} will be added to the payer’s next bill.`,
    credit: (amount: string) => `${amount} for unused time is already credited.`,
    submit: (amount: string) => `Resume and charge ${amount}`,
    done: 'The plan has resumed',
  },
  leave: {
    ...page.leave,
    action: 'End now',
    title: 'End this plan now?',
    lead: 'The plan ends at once, for all people it covers.',
    back: (amount: string) =>
      `${amount} is refunded to the card or account that paid. Banks take up to ten days to show it.`,
    ways: (date: string) =>
      `“Cancel Subscription” ends the plan on ${date}. “End now” ends it at once, and shows any refund before you confirm.`,
    instead: (date: string) => `You can also cancel it, and it stays active until ${date}.`,
    keep: 'Keep the plan',
    submit: 'End now',
    done: 'The plan has ended',
  },
} as const
