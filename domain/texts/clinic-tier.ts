/** What a clinic pays Carefold: the pricing page, the way back from paying, the plan and billing settings. Wording where given: docs/specification.md B2.1, B8 and B9. */
export const clinicTierTexts = {
  pricing: {
    title: 'Plans for every clinic',
    lead: 'Start small and move up when your membership grows. Prices are in US dollars, per month.',
    perMonth: '/ month',
    popular: 'Popular',
    subscribe: 'Subscribe',
    current: 'Current plan',
    currentOf: (clinic: string) => `${clinic} has this plan already`,
    currentText: 'Nothing was charged. Choose another plan to change it.',
    processing: 'Processing...',
    signUp: 'Sign Up',
    failedTitle: 'Failed to start subscription',
    failed: 'There was an error processing your request. Please try again.',
    noUrl: 'No checkout URL returned',
    chooseClinic: (plan: string) => `${plan} for which clinic?`,
    chooseClinicLead: 'You run several clinics. Each has a plan of its own.',
    canceledTitle: 'Nothing was charged',
    canceled: 'You left the payment page. You can choose again whenever you like.',
    notAdmin: 'Only an admin can choose your clinic’s plan.',
    signUpAnew: 'Sign Up with another account',
    contactSales: 'Contact our Sales Team',
    contactSalesText: 'Several locations, a move from another system, or a question about the prices?',
    compare: {
      title: 'Compare',
      partnership: 'Partnership',
      plan: 'Plan',
      price: 'Price per month',
      commission: 'Commission',
      commissionOf: '12%',
      noCommission: 'None',
      subscribers: 'Active subscribers',
      noLimit: 'No limit',
      upTo: (count: number) => `Up to ${count}`,
      features: {
        text_messages: 'Text messages to patients',
        advanced_education: 'Presentations and health programs',
        white_labeling: 'White labeling',
      },
      included: 'Included',
      notIncluded: 'Not included',
      rest: 'Plans, payments, members, visits, messages and lessons are part of each.',
    },
    together: {
      title: 'A commission, or a fixed price',
      text: 'Every clinic starts as a partner: no monthly price, and 12% of what its plans take in. With one of the three plans you pay its price instead, and in the months that it pays for no commission is taken.',
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
    lead: 'Agreed between your clinic and Carefold. It stands in place of the commission; in a month that a paid plan covers, neither is taken.',
    explanation:
      'Billed around the 1st of the following month to your saved card, in place of a share of your revenue.',
    from: (month: string, terms: string) => `From ${month}: ${terms}`,
    commission: '12% of plan revenue',
    perMonth: (fee: string) => `${fee} a month`,
    perMember: (fee: string) => `${fee} a month for each member who pays for a plan`,
  },

  billing: {
    title: 'Billing',
    lead: 'What your clinic pays Carefold, and how.',
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
    },

    address: {
      title: 'Billing address',
      none: 'No billing address yet. It appears on your invoices from the next one on.',
      update: 'Update Billing Address',
      lead: 'It appears on your invoices from the next one on.',
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
        name: 'Enter the name that your invoices are written to.',
        line1: 'Enter the street and number.',
        city: 'Enter the city.',
        state: 'Enter the state or province.',
        postalCode: 'Enter the ZIP or postal code.',
      },
      tooLong: (limit: number) => `Use at most ${limit} characters.`,
      postalCodeInvalid: 'This is no code of that country, such as 94110 or M5V 2T6.',
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
      noCommission: 'No commission is taken in a month that a plan pays for.',
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
      next: (date: string) => `We try your card again on ${date}.`,
      asksBank: 'Your bank wants you to confirm the payment.',
      stops: (date: string) =>
        `If it is still open on ${date}, nobody new can join and no plan can be published.`,
      stopped:
        'Until it is paid, nobody new can join and no plan can be published. Your members are not affected.',
      due: (amount: string, date: string) => `${amount} of commission is to be paid by ${date}.`,
      dueTitle: 'An invoice waits for you',
      /** @param plan the tier's name, once it is known */
      tier: (amount: string, plan: string | null) =>
        plan ? `${amount} for the ${plan} plan is past due.` : `${amount} for Carefold is past due.`,
      tierEnds: (date: string) =>
        `If it is still open on ${date}, the plan ends and your account falls to the free plan.`,
      tierEnded: 'The plan has ended because of it. Your account is on the free plan.',
      open: 'Open billing',
    },
  },

  plan: {
    title: 'Account plan',
    lead: 'What your clinic pays Carefold for, and how to change it.',
    current: 'Current plan',
    change: 'Change plan',
    overdue: 'The last payment did not go through. Pay it under Billing and invoices.',
    ends: (date: string) => `Ends on ${date}. After that, your account will fall to the free plan.`,
    billing: 'Billing and invoices',
    choose: 'Choose another plan',
    notIncluded: 'Not included in your plan',
    chooseLead:
      'A change takes effect at once. The difference is charged to your saved card, or credited to your next invoices.',
    changeTo: (plan: string) => `Change to ${plan}`,
    changed: (plan: string) => `Your plan is ${plan} now`,
    confirm: {
      title: (plan: string) => `Change to ${plan}?`,
      pays: (amount: string) =>
        `${amount} is charged to your saved card now, for the rest of the current period.`,
      credits: (amount: string) =>
        `${amount} is credited to your next invoices, for the rest of the current period.`,
      afterwards: (amount: string) => `After that it is ${amount} a month.`,
      lost: {
        text_messages:
          'Patients then get no text messages, also none that are scheduled. Where they allow emails, they get these.',
        advanced_education:
          'The presentations and health programs that you have stay. New ones cannot be started.',
        white_labeling: 'Your clinic’s pages then show Carefold’s name again.',
      },
      keep: 'Keep my plan',
      action: 'Change plan',
      failedTitle: 'Your plan was not changed',
      failed: 'There was an error processing your request. Please try again.',
    },
    cancel: 'Cancel Subscription',
    afterwards: (date: string) =>
      `Until ${date} everything stays as it is. From the month after that on, the commission of 12% is taken again.`,
  },
} as const

const plans = (names: string, count: number) => `the ${names} ${count === 1 ? 'plan' : 'plans'}`

/** Where a clinic's tier lacks a feature. `names`: the plans that have it. */
export const tierFeatureTexts = {
  missing: {
    text_messages: (names: string, count: number) =>
      `Text messages to patients are part of ${plans(names, count)}. Patients who allow emails get these instead.`,
    advanced_education: (names: string, count: number) =>
      `New presentations and health programs are part of ${plans(names, count)}. You can still change, show and assign those that you have.`,
    white_labeling: (names: string, count: number) =>
      `With ${plans(names, count)}, your pages have a color of your own and no mark of Carefold’s.`,
  },
  toPlans: 'See the plans',
  askAdmin: 'An admin of your clinic can change the plan.',
} as const

/** What a mail about one of Carefold's invoices says. Amounts and dates come formatted. */
export interface ClinicInvoiceTerms {
  clinic: string
  amount: string
  /** the tier's name */
  plan: string | null
  /** when the tier ends, unless it is paid */
  ends: string | null
  due: string | null
  next: string | null
  stops: string | null
  hadCard: boolean
  asksBank: boolean
}

const paidPlan = (plan: string | null) => (plan ? `the ${plan} plan` : 'Carefold')

/** Mails to a clinic's admins about Carefold's own invoices. */
export const clinicBillingMailTexts = {
  due: {
    subject: (clinic: string) => `Your Carefold invoice for ${clinic}`,
    heading: 'Your invoice is ready',
    paragraphs: ({ clinic, amount, due }: ClinicInvoiceTerms) => [
      `${clinic} owes ${amount} in commission. There is no saved card, so nothing was charged.`,
      `Please save a card or pay by hand${due ? ` by ${due}` : ''}.`,
    ],
    button: 'Open billing',
  },

  failed: {
    subject: (clinic: string) => `The payment of ${clinic} to Carefold did not go through`,
    heading: 'Your payment did not go through',
    paragraphs: ({ clinic, amount, next, stops, hadCard, asksBank }: ClinicInvoiceTerms) => [
      hadCard
        ? `We could not charge ${amount} to the card of ${clinic}.`
        : `The invoice over ${amount} of ${clinic} has not been paid.`,
      ...(asksBank ? ['The bank wants you to confirm the payment yourself.'] : []),
      next
        ? `We try the card again on ${next}. You can also pay now, or save another card.`
        : 'Please pay now, or save another card: it is charged at once.',
      ...(stops
        ? [
            `Your members are not affected. If the invoice is still open on ${stops}, nobody new can join and no plan can be published until it is paid.`,
          ]
        : []),
    ],
    button: 'Open billing',
  },

  stopped: {
    subject: (clinic: string) => `Nobody new can join ${clinic} until the invoice is paid`,
    heading: 'New members are on hold',
    paragraphs: ({ clinic, amount }: ClinicInvoiceTerms) => [
      `The invoice over ${amount} of ${clinic} has been open for two weeks. Until it is paid, nobody new can join and no plan can be published.`,
      'Members who have joined keep their plans, and their payments go on arriving on your account.',
    ],
    button: 'Pay the invoice',
  },

  tier_failed: {
    subject: (clinic: string) => `The payment of ${clinic} to Carefold did not go through`,
    heading: 'Your payment did not go through',
    paragraphs: ({ clinic, amount, plan, ends, next, hadCard, asksBank }: ClinicInvoiceTerms) => [
      hadCard
        ? `We could not charge ${amount} for ${paidPlan(plan)} to the card of ${clinic}.`
        : `The invoice over ${amount} for ${paidPlan(plan)} of ${clinic} has not been paid.`,
      ...(asksBank ? ['The bank wants you to confirm the payment yourself.'] : []),
      next
        ? `We try the card again on ${next}. You can also pay now, or save another card: it is charged at once.`
        : 'Please pay now, or save another card: it is charged at once.',
      ...(plan && ends
        ? [
            `If the invoice is still open on ${ends}, the ${plan} plan ends and ${clinic} falls to the free plan. Your members keep their plans.`,
          ]
        : []),
    ],
    button: 'Open billing',
  },

  tier_ended: {
    subject: (clinic: string) => `The Carefold plan of ${clinic} has ended`,
    heading: 'Your Carefold plan has ended',
    paragraphs: ({ clinic, amount, plan }: ClinicInvoiceTerms) => [
      `The invoice over ${amount} for ${paidPlan(plan)} was not paid, so the plan has ended. ${clinic} is on the free plan.`,
      'The card is not tried again. The invoice stays open until it is paid. Your members keep their plans.',
    ],
    button: 'Open billing',
  },

  facts: {
    amount: 'Amount due',
    month: 'Commission for',
    plan: 'Plan',
    invoice: 'Invoice',
    next: 'Next try',
  },
  notes: ['If you have paid in the meantime, there is nothing to do.'],
} as const
