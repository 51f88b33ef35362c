/** A clinic's payments to Carefold. Wording: docs/specification.md B2.1, B8 and B9. */
export const clinicTierTexts = {
  pricing: {
    title: 'Plans for every clinic',
    lead: 'Start small and move up when your membership grows. Prices are in US dollars, per month.',
    perMonth: '/ month',
    popular: 'Popular',
    subscribe: 'Subscribe',
    current: 'Current plan',
    currentOf: (clinic: string) => `${clinic} already has this plan`,
    currentText: 'Nothing was charged. Choose another plan to change it.',
    processing: 'Processing...',
    signUp: 'Sign Up',
    failedTitle: 'Failed to start subscription',
    failed: 'There was an error processing your request. Please try again.',
    noUrl: 'No checkout URL returned',
    chooseClinic: (plan: string) => `${plan} for which clinic?`,
    chooseClinicLead: 'You run several clinics. Each has its own plan.',
    canceledTitle: 'Nothing was charged',
    canceled: 'You left the payment page. You can choose a plan again at any time.',
    notAdmin: 'Only an admin can choose your clinic’s plan.',
    signUpAnew: 'Sign Up with another account',
    contactSales: 'Contact our Sales Team',
    contactSalesText: 'Several locations, a move from another system, or a question about the prices?',
    together:
      'Every clinic starts as a partner: no monthly price, and a 12% commission on plan revenue. With one of the three plans, you pay its monthly price instead of the commission. The commission for the month in which a plan begins is still charged.',
    getStarted: 'Get Started',
    startsHere: 'Every clinic starts here.',
    notIncluded: 'Not included:',
    noCommission: 'No commission',
    features: {
      text_messages: 'Text messages to patients',
      advanced_education: 'Presentations and health programs',
      white_labeling: 'White labeling',
    },
    partnership: {
      commission: 'and 12% of plan revenue',
      features: ['No limit on active subscribers', 'E-mail and SMS', 'Presentations and health programs'],
    },
    everyPlan: 'Every plan includes',
    cheaper: {
      title: '12% or $49: which is cheaper for you?',
      label: 'Revenue from your plans in a month',
      own: (amount: string) => `Your net revenue of this month so far is about ${amount}.`,
      cheapest: 'Cheapest',
      commission: 'Partnership, 12%',
      breakEven: (plans: string) =>
        `The fixed price is lower than the commission in a month with this revenue: ${plans}. This compares prices only; the cards show what each includes.`,
      from: (plan: string, amount: string) => `${plan} from ${amount}`,
    },
  },

  checkout: {
    done: 'Thank you',
    confirming: 'Your clinic’s plan becomes active as soon as the payment is confirmed.',
  },

  partnership: {
    name: 'Partnership',
    price: '12% of plan revenue',
    features: [
      'Wellness plan creation and management',
      'Uninsured services plan module',
      'Patient engagement tools and communication',
      'Revenue and usage reporting',
    ],
    explanation:
      '12% on revenue from Wellness Plans and Uninsured Services Plans, calculated on the previous calendar month and billed around the 1st of the following month to your saved card. Nothing is owed if the plans are unused.',
  },

  agreedFee: {
    title: 'Agreed fee',
    lead: 'Agreed between your clinic and Carefold. It replaces the commission; in months covered by a paid plan, you pay neither.',
    explanation:
      'Billed around the 1st of the following month to your saved card, instead of a share of your revenue.',
    from: (month: string, terms: string) => `From ${month}: ${terms}`,
    commission: '12% of plan revenue',
    perMonth: (fee: string) => `${fee} a month`,
    perMember: (fee: string) => `${fee} a month for each member who pays for a plan`,
  },

  billing: {
    title: 'Billing',
    lead: 'Your clinic’s payments to Carefold.',
    failed: 'Error loading your billing. Please try again.',
    tabs: { method: 'Payment Method', invoices: 'Invoices' },

    method: {
      title: 'Payment Method',
      card: (brand: string, last4: string) => `${brand} ending in ${last4}`,
      expires: (month: string) => `Expires ${month}`,
      none: 'No card saved. Save one before you publish your first plan: the commission is charged to it.',
      update: 'Update Payment Method',
      add: 'Add Payment Method',
      busy: 'Processing...',
      failedTitle: 'Update failed',
      failedText: 'There was an error updating your payment method. Please try again.',
      noUrl: 'No checkout URL returned',
      savedTitle: 'Payment method updated',
      saved: 'The card is charged from now on.',
      chargedNow: (amount: string) => `${amount} is past due. It is charged to a new card at once.`,
    },

    address: {
      title: 'Billing address',
      none: 'No billing address yet. Once saved, it appears on future invoices.',
      update: 'Update Billing Address',
      lead: 'It appears on future invoices.',
      name: 'Legal name',
      line1: 'Address',
      line2: 'Address, second line',
      city: 'City',
      state: 'State',
      province: 'Province or territory',
      zip: 'ZIP code',
      postalCode: 'Postal code',
      country: 'Country',
      countries: { US: 'United States', CA: 'Canada' },
      missing: {
        name: 'Enter the name for your invoices.',
        line1: 'Enter the street and number.',
        city: 'Enter the city.',
        state: 'Enter the state or province.',
        postalCode: 'Enter the ZIP or postal code.',
      },
      tooLong: (limit: number) => `Use at most ${limit} characters.`,
      postalCodeInvalid: 'This postal code does not match the country. Examples: 94110, M5V 2T6.',
      loadFailed: 'Your billing address could not be loaded',
      saved: 'Billing address saved',
      failedTitle: 'The address could not be saved',
      failed: 'Please try again in a moment.',
    },

    estimate: {
      title: 'Current cycle estimate',
      revenue: (month: string) => `Plan revenue in ${month} so far`,
      commission: 'Commission (12%)',
      flat: 'Flat fee',
      charged: (date: string) => `Calculated on ${date}, and then charged to your saved card.`,
      tier: (plan: string) => `${plan}, monthly`,
      renews: (date: string) => `Next payment on ${date}.`,
      noCommission: 'You pay no commission in months covered by a plan.',
      failed: 'The estimate could not be loaded',
    },

    history: {
      title: 'Billing History',
      lead: 'View your past invoices and payment history',
      columns: { invoice: 'Invoice', date: 'Date', amount: 'Amount', status: 'Status', pdf: 'PDF' },
      kinds: {
        commission: (month: string) => `Commission, ${month}`,
        commissionOf: 'Commission',
        tier: 'Monthly plan',
        other: 'Carefold',
      },
      statuses: { open: 'Due', pastDue: 'Past due', paid: 'Paid', void: 'Canceled', uncollectible: 'Unpaid' },
      refunded: (amount: string) => `${amount} refunded`,
      pdf: 'PDF',
      pdfOf: (number: string) => `Open invoice ${number} as a PDF`,
      pay: 'Pay now',
      payOf: (number: string) => `Pay invoice ${number} now`,
      leads: 'The payment page opens here. Your browser’s Back button returns to this page.',
      downloadAll: 'Download All Invoices',
      downloading: 'Downloading...',
      downloadFailedTitle: 'The invoices could not be downloaded',
      openFailedTitle: 'The invoice could not be opened',
      openFailed: 'Please try again in a moment.',
      empty: 'No invoice history yet.',
      emptyText: 'Your first invoice appears here after the first month with plan revenue.',
      failedTitle: 'Your invoices could not be loaded',
    },

    overdue: {
      title: 'A payment did not go through',
      text: (amount: string) => `${amount} of commission is past due.`,
      next: (date: string) => `We will retry your card on ${date}.`,
      asksBank: 'Your bank asks you to confirm the payment.',
      stops: (date: string) =>
        `If it is still open on ${date}, new members cannot join and you cannot publish plans.`,
      stopped:
        'Until it is paid, new members cannot join and you cannot publish plans. Existing members are not affected.',
      due: (amount: string, date: string) => `${amount} of commission is due on ${date}.`,
      dueTitle: 'You have an open invoice',
      tier: (amount: string, plan: string | null) =>
        plan ? `${amount} for the ${plan} plan is past due.` : `${amount} for Carefold is past due.`,
      tierEnds: (date: string) =>
        `If it is still open on ${date}, the plan ends and this invoice is canceled. You then pay 12% commission again, also on the revenue of the days since the plan was last paid.`,
      tierEnded:
        'The plan has ended because of it, and this invoice is being canceled. You pay 12% commission again, also on the revenue of the days since the plan was last paid.',
      open: 'Open billing',
    },
  },

  plan: {
    title: 'Account plan',
    lead: 'Your clinic’s Carefold plan, and how to change it.',
    current: 'Current plan',
    change: 'Change plan',
    overdue: 'The last payment did not go through. Pay it under Billing and invoices.',
    ends: (date: string) => `Ends on ${date}. After that, you pay 12% commission again.`,
    billing: 'Billing and invoices',
    choose: 'Choose another plan',
    notIncluded: 'Not included in your plan',
    chooseLead:
      'A change takes effect at once. The difference is charged to your saved card, or credited to your next invoices.',
    changeTo: (plan: string) => `Change to ${plan}`,
    changed: (plan: string) => `You now have the ${plan} plan`,
    confirm: {
      title: (plan: string) => `Change to ${plan}?`,
      pays: (amount: string) =>
        `${amount} is charged to your saved card now, for the rest of the current period.`,
      credits: (amount: string) =>
        `${amount} is credited to your next invoices, for the rest of the current period.`,
      small: (amount: string) => `Nothing is charged now. ${amount} will be added to your next invoice.`,
      nothing: 'Nothing is charged now.',
      charged: (amount: string) => `${amount} was charged to your saved card.`,
      afterwards: (amount: string) => `After that, it is ${amount} a month.`,
      lost: {
        text_messages:
          'Patients no longer get text messages, including scheduled ones. Patients who allow emails get emails instead.',
        advanced_education: 'Your presentations and health programs stay. You cannot create new ones.',
        white_labeling: 'Your clinic’s pages show Carefold’s name again.',
      },
      keep: 'Keep my plan',
      action: 'Change plan',
      failedTitle: 'Your plan was not changed',
      failed: 'There was an error processing your request. Please try again.',
    },
    cancel: 'Cancel Subscription',
    keeps: (amount: string, date: string) => `If you keep it, the next invoice is ${amount} on ${date}.`,
    kept: (amount: string, date: string) => `Your plan continues. The next invoice is ${amount} on ${date}.`,
    afterwards: (date: string) =>
      `Nothing changes until ${date}. You pay 12% commission again from the month after that.`,
  },
} as const

const plans = (names: string, count: number) => `the ${names} ${count === 1 ? 'plan' : 'plans'}`

/** @param names the plans that have the feature */
export const tierFeatureTexts = {
  missing: {
    text_messages: (names: string, count: number) =>
      `Text messages to patients are part of ${plans(names, count)}. Patients who allow emails get emails instead.`,
    advanced_education: (names: string, count: number) =>
      `New presentations and health programs are part of ${plans(names, count)}. You can still change, show and assign existing ones.`,
    white_labeling: (names: string, count: number) =>
      `With ${plans(names, count)}, your pages can have any color, not only one of Carefold’s, and no Carefold branding.`,
  },
  toPlans: 'See the plans',
  askAdmin: 'An admin of your clinic can change the plan.',
} as const

/** Amounts and dates are formatted. */
export interface ClinicInvoiceTerms {
  clinic: string
  amount: string
  plan: string | null
  /** end of the tier if it stays unpaid */
  ends: string | null
  due: string | null
  next: string | null
  stops: string | null
  hadCard: boolean
  asksBank: boolean
}

const paidPlan = (plan: string | null) => (plan ? `the ${plan} plan` : 'Carefold')

/** Mails to a clinic's admins about Carefold's invoices. */
export const clinicBillingMailTexts = {
  due: {
    subject: (clinic: string) => `Your Carefold invoice for ${clinic}`,
    heading: 'Your invoice is ready',
    paragraphs: ({ clinic, amount, due }: ClinicInvoiceTerms) => [
      `${clinic} owes ${amount} in commission. There is no saved card, so nothing was charged.`,
      `Please save a card or pay the invoice${due ? ` by ${due}` : ''}.`,
    ],
    button: 'Open billing',
  },

  failed: {
    subject: (clinic: string) => `The payment of ${clinic} to Carefold did not go through`,
    heading: 'Your payment did not go through',
    paragraphs: ({ clinic, amount, next, stops, hadCard, asksBank }: ClinicInvoiceTerms) => [
      hadCard
        ? `We could not charge ${amount} to the card of ${clinic}.`
        : `The invoice of ${clinic} for ${amount} has not been paid.`,
      ...(asksBank ? ['Your bank asks you to confirm the payment.'] : []),
      next
        ? `We will retry the card on ${next}. You can also pay now, or save another card.`
        : 'Please pay now, or save another card. It is charged at once.',
      ...(stops
        ? [
            `Existing members are not affected. If the invoice is still open on ${stops}, new members cannot join and you cannot publish plans until it is paid.`,
          ]
        : []),
    ],
    button: 'Open billing',
  },

  stopped: {
    subject: (clinic: string) => `New members cannot join ${clinic} until the invoice is paid`,
    heading: 'New members are on hold',
    paragraphs: ({ clinic, amount }: ClinicInvoiceTerms) => [
      `The invoice of ${clinic} for ${amount} has been open for two weeks. Until it is paid, new members cannot join and you cannot publish plans.`,
      'Existing members keep their plans, and you continue to receive their payments.',
    ],
    button: 'Pay the invoice',
  },

  tier_failed: {
    subject: (clinic: string) => `The payment of ${clinic} to Carefold did not go through`,
    heading: 'Your payment did not go through',
    paragraphs: ({ clinic, amount, plan, ends, next, hadCard, asksBank }: ClinicInvoiceTerms) => [
      hadCard
        ? `We could not charge ${amount} for ${paidPlan(plan)} to the card of ${clinic}.`
        : `The invoice of ${clinic} for ${amount} (${paidPlan(plan)}) has not been paid.`,
      ...(asksBank ? ['Your bank asks you to confirm the payment.'] : []),
      next
        ? `We will retry the card on ${next}. You can also pay now, or save another card. It is charged at once.`
        : 'Please pay now, or save another card. It is charged at once.',
      ...(plan && ends
        ? [
            `If the invoice is still open on ${ends}, the ${plan} plan ends and the invoice is canceled. ${clinic} then pays 12% commission again, also on the revenue of the days since the plan was last paid. Your members keep their plans.`,
          ]
        : []),
    ],
    button: 'Open billing',
  },

  tier_ended: {
    subject: (clinic: string) => `The Carefold plan of ${clinic} has ended`,
    heading: 'Your Carefold plan has ended',
    paragraphs: ({ clinic, amount, plan }: ClinicInvoiceTerms) => [
      `The invoice for ${amount} (${paidPlan(plan)}) was not paid, so the plan has ended. ${clinic} pays 12% commission again, also on the revenue of the days since the plan was last paid.`,
      'We will not retry the card. The invoice is canceled: nothing is owed for the plan. Your members keep their plans.',
    ],
    button: 'Open billing',
  },

  facts: {
    amount: 'Amount due',
    month: 'Commission for',
    plan: 'Plan',
    invoice: 'Invoice',
    next: 'Next retry',
  },
  notes: ['If you have paid in the meantime, you do not need to do anything.'],
} as const
