/** Amounts and dates are formatted. */
export const valueReceiptTexts = {
  rules: {
    price: 'Enter an amount such as 120.00, at most 10,000.00, or leave it empty.',
  },

  services: {
    visit: (name: string) => `Visits: ${name}`,
    message: 'Answered messages',
    lesson: 'Lessons completed',
  },

  outcome: {
    saved: (amount: string) => `Your plan saved you ${amount}.`,
    cost: (amount: string) => `Your plan cost ${amount} more than paying per visit.`,
    even: 'Your plan cost the same as paying per visit.',
    unused: 'You did not use your plan in this time.',
    unpriced: 'Your clinic has not set prices for the services you used.',
  },

  receipt: {
    failed: 'Your value receipts could not be loaded',
    missingTitle: 'Receipt not found',
    missing: 'It may belong to another account.',
    service: 'Service',
    count: 'Times',
    price: 'Price each',
    amount: 'Amount',
    noPrice: 'No single price',
    value: 'Price without a plan',
    paid: 'Paid for your plan',
    paidShared: (people: number) => `Your share of the payment for ${people} people`,
    print: 'Print',
    asOf: 'As of',
    note: 'Prices are your clinic’s prices without a plan, before tax. Later changes are not included.',
    back: 'All receipts',
    span: (from: string, to: string) => `${from} – ${to}`,
  },

  list: {
    title: 'Your plan’s value',
    lead: 'The services you used, compared with the price of your plan.',
    empty: 'You get the first receipt after the first month of your plan.',
    year: 'Year',
    fresh: 'New',
    all: 'All receipts',
    back: 'Your plan',
  },

  home: {
    title: 'Your plan’s value',
    open: 'See the services you used',
    newest: (span: string) => `A summary of your plan from ${span} is ready.`,
  },

  person: {
    print: (span: string) => `Print the receipt of ${span}`,
    title: 'Value receipts',
    lead: (name: string) => `The services that ${name} used each month. Your access is recorded.`,
    show: 'Show value receipts',
    failed: 'Value receipts could not be loaded',
    none: 'No receipts yet.',
    hidden: 'Not shown to the patient',
    opened: 'Opened',
    unopened: 'Not opened yet',
  },

  settings: {
    title: 'Value receipts',
    lead: 'After each month of their plan, patients see the services they used and their cost without a plan, even if the plan cost more.',
    failed: 'Your prices could not be loaded',
    audience: 'Recipients',
    audiences: {
      nobody: 'No patients',
      everybody: 'All patients with a plan',
    },
    visit: (name: string) => `Visit: ${name}`,
    prices: (currency: string) => `Your prices (${currency.toUpperCase()})`,
    pricesHint:
      'Your prices without a plan. Services without a price are listed without an amount. Patients see the prices on their receipts.',
    message: 'An answered message',
    lesson: 'A completed lesson',
    saved: 'Saved',
    failedTitle: 'Not saved',
    saveFailed: 'Nothing was changed. Please try again.',
  },

  figures: {
    title: 'Opened receipts',
    failed: 'The figures could not be loaded',
    opened: (opened: string, shown: string) =>
      `${opened} of ${shown} receipts of the last 90 days were opened.`,
    none: 'No receipt was shown in the last 90 days.',
  },
} as const
