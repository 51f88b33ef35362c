/** Words of adding a patient to a plan without a card, and of its agreement. */
export const invoicedPlanTexts = {
  add: {
    open: 'Add to a plan',
    title: 'Add to a plan',
    lead: (patient: string) =>
      `${patient} pays each period by invoice: by its link, or at the desk. No card is needed.`,
    plan: 'Plan',
    option: {
      month: (name: string, amount: string) => `${name}, ${amount} a month`,
      year: (name: string, amount: string) => `${name}, ${amount} a year`,
    },
    due: 'Invoices are due',
    dueIn: (days: number) => `In ${days} days`,
    none: 'No plan is on offer. Publish one under Plans first.',
    loading: 'Calculating the first invoice...',
    previewFailed: 'The first invoice could not be calculated.',
    facts: {
      amount: 'First invoice',
      tax: 'Tax in it',
      credit: 'Credit used',
      due: 'Due by',
      next: 'Next invoice',
      mail: 'Mailed to',
    },
    noneNow: 'None: the plan begins with free or paid time',
    next: (amount: string, date: string) => `${amount} on ${date}`,
    child: 'The price for a child applies.',
    mailed: {
      account: (email: string) => email,
      email: (email: string) => `${email}, with a link to the payment page`,
      guardian: () => 'the guardian, with a link to the payment page',
      none: () => 'No one: no email address is known. Take the payment at the desk.',
    },
    consequence:
      'The plan runs at once. No agreement is recorded: the patient signs it before the first payment in the portal.',
    keep: 'Cancel',
    action: 'Add to the plan',
    busy: 'Adding...',
    done: (patient: string) => `${patient} has the plan`,
    failedTitle: 'The patient was not added',
    failed: 'Please check the list before you try again.',
    refusals: {
      already_joined:
        'This patient already has a running plan of this kind, or is covered by another payer’s.',
      clinic_full: 'Your clinic has reached the member limit of its Carefold plan.',
      joining_paused:
        'Your clinic cannot add members now: its payout account needs details, or a Carefold invoice is open.',
    } as Record<string, string>,
  },
  sign: {
    title: 'Your agreement',
    lead: 'Your clinic added you to this plan. Please read and sign its agreement before the first payment.',
    agree: 'I have read this agreement, and I agree to it.',
    agreeMissing: 'Please read the agreement and agree to it.',
    name: 'Your full name, as your signature',
    nameMissing: 'Enter your full name to sign.',
    failedRead: 'The agreement could not be loaded.',
    keep: 'Not now',
    action: 'Sign and continue',
    busy: 'One moment...',
    failedTitle: 'The agreement was not signed',
    failed: 'Please try again in a moment.',
  },
} as const
