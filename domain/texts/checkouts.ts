const people = (isHousehold: boolean) => (isHousehold ? 'more than one person' : 'one person')

/** What a person reads while choosing a plan on the clinic's page, before and after the payment page. */
export const checkoutTexts = {
  pageTitle: 'Choose your plan',
  title: (clinic: string) => `Choose your plan at ${clinic}`,
  lead: 'You see what you pay before you give your card, and you can cancel online whenever you like.',
  toPortal: 'My Health',
  logIn: 'Log in',

  interval: { label: 'How often you pay', month: 'Monthly', year: 'Yearly' },
  perInterval: { month: 'a month', year: 'a year' },
  perAdult: 'for an adult',
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
    nameMissing: 'Please enter a name.',
    nameLong: 'A name may have at most 200 characters.',
    heading: 'Before you pay',
    label: 'You are joining',
    charge: {
      month: (amount: string) => `You are charged ${amount} today and every month until you cancel.`,
      year: (amount: string) => `You are charged ${amount} today and every year until you cancel.`,
    },
    merchant: (clinic: string) => `${clinic} charges your card. Its name is on your card statement.`,
    cancel: 'You can cancel online. Your plan then runs until the end of the time you have paid for.',
    submit: 'Continue to payment',
    /** for somebody who is not signed in yet */
    next: 'Continue',
    nextHint: 'Next you make an account, or sign in. Nothing is charged yet.',
    who: {
      legend: 'Who is covered?',
      payer: 'I am covered',
      payerHint: 'Leave this out if you only pay for others.',
      adult: (number: number) => `Adult ${number}`,
      child: (number: number) => `Child ${number}`,
      name: 'Full name',
      bornOn: 'Date of birth',
      addAdult: 'Add an adult',
      addChild: 'Add a child',
      remove: (whom: string) => `Remove ${whom}`,
    },
    cost: {
      title: 'What you pay',
      today: 'Today',
      nothing: 'Nothing today',
      incomplete: 'Enter each child’s date of birth to see the exact price.',
      afterwards: {
        month: (amount: string) => `Then ${amount} every month until you cancel.`,
        year: (amount: string) => `Then ${amount} every year until you cancel.`,
      },
      from: (date: string) => `The first of these charges is on ${date}.`,
      changes: (date: string, amount: string) =>
        `From ${date} it is ${amount}, because a child is then old enough for an adult’s price.`,
      enrolment: 'Enrolment fee, once',
      discount: 'Discount',
      fullPrice: (date: string, amount: string) => `From ${date} it is ${amount}, without the discount.`,
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
    /** Whether the fee is within the cap of a health savings account; no advice about anybody's taxes. */
    hsa: {
      limit: (fee: string, year: number, cap: string, isHousehold: boolean) => ({
        within: `That is ${fee} a month, within the ${year} limit for paying direct primary care from a health savings account (HSA), which is ${cap} for ${people(isHousehold)}`,
        above: `That is ${fee} a month, above the ${year} limit for paying direct primary care from a health savings account (HSA), which is ${cap} for ${people(isHousehold)}`,
      }),
      within: (limit: string) => `${limit}; ask your HSA provider whether your account may pay.`,
      above: (limit: string) => `${limit}; an HSA may not pay for it, so ask your HSA provider first.`,
      bundled: (limit: string, line: string) =>
        `${limit}, but the plan also includes “${line}”, which an HSA may not pay for; ask your HSA provider first.`,
      notPeriodic: (limit: string) =>
        `${limit}, but an HSA may not pay for the enrolment fee; ask your HSA provider first.`,
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

/** The agreement between a clinic and whoever joins a plan. A change here needs another `agreementVersion`. */
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
    `You have paid for the time before ${date} elsewhere. The first paid period begins on ${date}, and nothing is charged before.`,
  trial: (days: number) => `The first ${days === 1 ? 'day is' : `${days} days are`} free.`,
  duration: {
    month: 'It runs from month to month until one side ends it.',
    year: 'It runs from year to year until one side ends it.',
  },
  leaving: {
    unused:
      'You can also leave at once. What you have paid for the time that is left then goes back to the card you paid with.',
    none: 'Whoever leaves before the end of a paid period gets nothing back for it, unless the law says otherwise.',
  },
  /** Where the law of a place gives at least what the plan does (`domain/plans/place-law.ts`). */
  leavingByLaw: {
    complete_months: (place: string) =>
      `You can also leave at once. By the law of ${place}, the fee of a month is earned once that month is over: what you have paid for the present month and for later ones then goes back to the card you paid with.`,
    moment: (place: string) =>
      `You can also leave at once. By the law of ${place}, what you have paid for the time that is left then goes back to the card you paid with.`,
    begun_months: (place: string) =>
      `You can also leave at once. By the law of ${place}, what you have paid for months that have not begun then goes back to the card you paid with.`,
  },
  pause: (months: number) =>
    `You can pause it for up to ${months === 1 ? 'one month' : `${months} months`} at a time. Nothing is charged during a pause, and it cannot be used.`,
  end: (clinic: string) =>
    `You can end it online at any time, and it then runs until the end of the time you have paid for. ${clinic} can end it in the same way.`,
} as const
