/** Value receipts: what a patient used of their plan, beside what was paid. Amounts and dates come formatted. */
export const valueReceiptTexts = {
  rules: {
    price: 'Enter an amount such as 120.00, at most 10,000.00, or leave it empty.',
  },

  services: {
    visit: (name: string) => `Visits: ${name}`,
    message: 'Messages that were answered',
    lesson: 'Lessons completed',
  },

  outcome: {
    saved: (amount: string) => `Your plan saved you ${amount}.`,
    cost: (amount: string) => `Your plan cost you ${amount} more than paying for each.`,
    even: 'Your plan cost you as much as paying for each.',
    unused: 'You did not use your plan in this time.',
    unpriced: 'Your clinic has no single prices for what you used.',
  },

  receipt: {
    failed: 'Your value receipts could not be loaded',
    missingTitle: 'This receipt is not here',
    missing: 'It may belong to another account.',
    service: 'Service',
    count: 'Times',
    price: 'Price each',
    amount: 'Amount',
    noPrice: 'No single price',
    value: 'Paying for each',
    paid: 'Paid for your plan',
    paidShared: (people: number) => `Your part of what was paid for ${people} people`,
    print: 'Print',
    asOf: 'As of',
    note: 'Prices are those of your clinic for somebody without a plan. Tax is left out. What changed later is not in it.',
    back: 'All receipts',
    span: (from: string, to: string) => `${from} – ${to}`,
  },

  list: {
    title: 'Your plan’s value',
    lead: 'What you used of your plan, beside what was paid for it.',
    empty: 'The first one comes after a month of your plan is over.',
    year: 'Year',
    fresh: 'New',
    all: 'All receipts',
    back: 'Your plan',
  },

  home: {
    title: 'Your plan’s value',
    open: 'See what you used',
    newest: (span: string) => `What you used from ${span} is ready to read.`,
  },

  person: {
    title: 'Value receipts',
    lead: (name: string) => `What ${name} used of their plan each month. Reading it is recorded.`,
    show: 'Show value receipts',
    failed: 'Value receipts could not be loaded',
    none: 'There is none so far.',
    hidden: 'Not shown to the patient',
    opened: 'Opened',
    unopened: 'Not opened so far',
  },

  settings: {
    title: 'Value receipts',
    lead: 'After each month of their plan, patients can read what they used and what it would have cost by your own prices, also when that is less than they paid.',
    failed: 'Your prices could not be loaded',
    audience: 'Who gets them',
    audiences: {
      nobody: 'Nobody',
      everybody: 'Everybody with a plan',
    },
    visit: (name: string) => `Visit: ${name}`,
    prices: 'Your prices',
    pricesHint:
      'For somebody without a plan. What has no price is counted, not priced. Patients see them on their receipts.',
    message: 'An answered message',
    lesson: 'A completed lesson',
    saved: 'Saved',
    failedTitle: 'Not saved',
    saveFailed: 'Nothing was changed. Try again.',
  },

  figures: {
    title: 'Opened receipts',
    failed: 'The figures could not be loaded',
    opened: (opened: string, shown: string) =>
      `${opened} of ${shown} receipts of the last 90 days were opened.`,
    none: 'No receipt was shown in the last 90 days.',
  },
} as const
