const people = (isHousehold: boolean) => (isHousehold ? 'more than one person' : 'one person')

/** Choosing a plan on the clinic's page, before and after the payment page. */
export const checkoutTexts = {
  pageTitle: 'Choose your plan',
  title: (clinic: string) => `Choose your plan at ${clinic}`,
  lead: 'You see the price before you enter your card, and you can cancel online at any time.',
  toPortal: 'My Health',
  logIn: 'Log in',

  interval: { label: 'How often you pay', month: 'Monthly', year: 'Yearly' },
  /** in a browser without JavaScript */
  scriptless: {
    title: 'JavaScript is switched off in your browser',
    text: 'Switch it on and reload the page to join a plan.',
    call: (phone: string) => `Or call ${phone}.`,
  },
  perInterval: { month: 'a month', year: 'a year' },
  perAdult: 'for an adult',
  saving: (amount: string) => `You save ${amount} a year.`,
  /** for screen readers, before each line that a plan does not include */
  notIncluded: 'Not included:',
  choose: 'Join this plan',
  /** for screen readers, after the button's words */
  choosePlan: (plan: string) => `: ${plan}`,
  alreadyPatient: 'Already a patient here?',
  signIn: 'Sign in',

  failedTitle: 'The plans could not be loaded',
  noneTitle: (clinic: string) => `${clinic} has no plan to join yet`,
  none: 'Please come back later, or ask the clinic.',
  canceledTitle: 'Nothing was charged',
  canceled: 'You left the payment page. You can choose a plan again at any time.',
  gone: 'The plan you chose is no longer offered. These are the clinic’s plans now.',

  current: {
    title: 'You already have a plan',
    lead: (clinic: string) => `Your plan at ${clinic}`,
    others: 'You can add',
  },

  team: (clinic: string) =>
    `You work at ${clinic}, so you cannot join a plan here. This is what patients see.`,
  suspended: 'Your access to this clinic is paused. Please contact the clinic.',

  review: {
    nameMissing: 'Please enter a name.',
    nameLong: 'A name may have at most 200 characters.',
    signatureMissing: 'Type your full name to sign.',
    heading: 'Before you pay',
    label: 'You are joining',
    stepsLeft:
      'Then you read and sign the agreement, and enter your payment details. Nothing is charged before that.',
    charge: {
      month: (amount: string) => `You are charged ${amount} today and every month until you cancel.`,
      year: (amount: string) => `You are charged ${amount} today and every year until you cancel.`,
    },
    merchant: (clinic: string) => `${clinic} charges your card, and its name appears on your card statement.`,
    merchantWithBank: (clinic: string) =>
      `You pay by card or from your bank account, and ${clinic} appears on your statement. A payment from a bank account takes up to 4 business days.`,
    bankLater:
      'You join with a card. After that you can pay from your bank account: choose it under Payments, Payment Methods.',
    cancel: 'You can cancel online. Your plan then runs until the end of the paid period.',
    submit: 'Continue to payment',
    /** for a visitor who is not signed in */
    next: 'Continue',
    nextHint: 'Next, create an account or sign in. Nothing is charged yet.',
    who: {
      legend: 'Who is covered?',
      payer: 'I am covered',
      payerHint: 'Clear this if you only pay for others.',
      adult: (number: number) => `Adult ${number}`,
      child: (number: number) => `Child ${number}`,
      name: 'Full name',
      bornOn: 'Date of birth',
      addAdult: 'Add an adult',
      addChild: 'Add a child',
      remove: (person: string) => `Remove ${person}`,
    },
    cost: {
      title: 'Your price',
      today: 'Today',
      nothing: 'Nothing today',
      incomplete: 'Enter each child’s date of birth to see the exact price.',
      afterwards: {
        month: (amount: string) => `Then ${amount} every month until you cancel.`,
        year: (amount: string) => `Then ${amount} every year until you cancel.`,
      },
      from: (date: string) => `The first of these charges is on ${date}.`,
      changes: (date: string, amount: string) =>
        `From ${date}, it is ${amount}, because the adult price then applies to a child.`,
      enrolment: 'Enrollment fee, once',
      discount: 'Discount',
      fullPrice: (date: string, amount: string) => `From ${date}, it is ${amount}, without the discount.`,
      tax: (name: string, percentage: string, isInclusive: boolean) =>
        isInclusive ? `${name} (${percentage}%), included` : `${name} (${percentage}%)`,
      items: {
        adult: (count: number, each: string) =>
          count === 1 ? `1 adult at ${each}` : `${count} adults at ${each}`,
        child: (count: number, each: string) =>
          count === 1 ? `1 child at ${each}` : `${count} children at ${each}`,
        household: (_count: number, each: string) => `Your household at ${each}`,
      },
      show: (count: number) => `Show the next ${count} charges`,
      hide: 'Hide the next charges',
      charges: 'Next charges',
      date: 'Date',
      amount: 'Amount',
    },
    /** Compares the fee with the cap of a health savings account; it is no tax advice. */
    hsa: {
      fits: (year: number, cap: string, isHousehold: boolean) =>
        `Paying from an HSA? The price fits the ${year} limit (${cap} a month for ${people(isHousehold)}).`,
      above: (year: number, cap: string, isHousehold: boolean) =>
        `Paying from an HSA? The price is above the ${year} limit (${cap} a month for ${people(isHousehold)}).`,
      bundled: (line: string) => `One item may not be allowed: “${line}”.`,
      notPeriodic: 'The enrollment fee may not be allowed.',
      ask: 'Ask your HSA provider.',
    },

    agreement: {
      title: 'Your agreement',
      agree: 'I have read this agreement, and I agree to it and to the charges above.',
      agreeMissing: 'Please read the agreement and agree to it.',
      sign: 'Your full name, as your signature',
    },
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
    slow: 'You do not have to wait here: your plan appears on your home page as soon as the payment is confirmed. You are not charged twice.',
    toHome: 'Go to your home page',
    activeTitle: 'Welcome',
    active: (plan: string) => `“${plan}” is active. Taking you to your home page...`,
    /** on the home page */
    joined: (plan: string) => `You have joined “${plan}”`,
    receipts: 'Your payments and receipts are under Pay.',
    expiredTitle: 'Nothing was charged',
    expired: 'The payment page has expired. You can choose your plan again.',
    chooseAgain: 'Choose your plan',
    unknownTitle: 'We could not find this payment',
    unknown: 'It may belong to another account. Your own plan and payments are on your payments page.',
    toPayments: 'See your payments',
    failedTitle: 'We cannot check your payment right now',
    failed: 'Nothing is lost, and you are not charged twice.',
    retry: 'Check again',
  },

  noClinicTitle: 'Which clinic?',
  noClinic: 'Each clinic has its own plans. Find your clinic, or open the link it gave you.',
} as const

/** The agreement between a clinic and a member. A change here needs a new `agreementVersion`. */
export const agreementTexts = {
  between: (clinic: string, plan: string) =>
    `This is an agreement between you and ${clinic} about “${plan}”.`,
  included: (lines: readonly string[]) => `It includes: ${lines.join('; ')}.`,
  excluded: (lines: readonly string[]) => `It does not include: ${lines.join('; ')}.`,
  notInsurance:
    'It is not insurance. It does not cover hospitals, specialists or emergencies, and it does not replace health insurance.',
  fee: (price: string, interval: 'month' | 'year', isForHouseholds: boolean) =>
    `The fee is ${price} a ${interval}${isForHouseholds ? ' for each adult' : ''}, paid in advance.`,
  child: (price: string, age: number) =>
    `For each child under ${age} it is ${price}. The age on the first day of each paid period counts.`,
  household: (price: string) => `A household pays at most ${price}.`,
  enrolment: (price: string) => `Joining costs ${price} once.`,
  tax: (name: string, percentage: string, isInclusive: boolean) =>
    isInclusive
      ? `${name} of ${percentage}% is included in these prices.`
      : `${name} of ${percentage}% is added to these prices.`,
  begins: (date: string) =>
    `You have already paid elsewhere for the time before ${date}. The first paid period begins on ${date}, and nothing is charged before then.`,
  trial: (days: number) => `The first ${days === 1 ? 'day is' : `${days} days are`} free.`,
  duration: {
    month: 'It runs from month to month until one side ends it.',
    year: 'It runs from year to year until one side ends it.',
  },
  leaving: {
    unused: 'You can also leave at once. Your payments for the remaining time are then refunded to you.',
    none: 'If you leave before the end of a paid period, it is not refunded, unless the law says otherwise.',
  },
  /** Where the law gives at least what the plan does (`domain/plans/place-law.ts`). */
  leavingByLaw: {
    complete_months: (place: string) =>
      `You can also leave at once. By the law of ${place}, the fee of a month is earned once that month is over: your payments for the current month and later months are refunded to you.`,
    moment: (place: string) =>
      `You can also leave at once. By the law of ${place}, your payments for the remaining time are refunded to you.`,
    begun_months: (place: string) =>
      `You can also leave at once. By the law of ${place}, your payments for months that have not begun are refunded to you.`,
  },
  pause: (months: number) =>
    `You can pause it for up to ${months === 1 ? 'one month' : `${months} months`} at a time. Nothing is charged during a pause, and the plan cannot be used.`,
  end: (clinic: string) =>
    `You can end it online at any time. It then runs until the end of the paid period. ${clinic} can end it in the same way.`,
} as const
