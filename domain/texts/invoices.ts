/** Invoices to patients, as the clinic and as the patient reads them. Wording where given: docs/specification.md B2.7. */
export const invoiceTexts = {
  statuses: {
    draft: 'Upcoming',
    open: 'Due',
    paid: 'Paid',
    void: 'Canceled',
    uncollectible: 'Unpaid',
  },

  /** Instead of a number, for a payment without an invoice. */
  oneOff: 'One-time payment',

  unassigned: {
    title: 'Payments to assign',
    lead: 'These payments arrived in your payout account, but belong to no patient we know. Say whose they are, and they appear with a receipt.',
    columns: { payer: 'Paid by', date: 'Date', amount: 'Amount', action: 'Assign' },
    assign: 'Assign',
    assignOne: (payer: string, amount: string) => `Assign ${amount} paid by ${payer}`,
    question: (amount: string) => `Whose payment of ${amount} is this?`,
    consequence: (payer: string) =>
      `Paid by ${payer}. All payments of the same customer are assigned with it. Without a patient they are set aside and count for nothing.`,
    patient: 'Patient',
    patientHint: 'Type at least two letters of the name.',
    patientFailed: 'Your patients could not be searched. Please try again.',
    found: 'Patients found',
    nobody: 'Nobody with that name',
    keep: 'Not now',
    assignTo: (name: string) => `Assign to ${name}`,
    setAsideAction: 'Not a patient’s',
    assigned: 'The payment is assigned',
    setAside: 'The payment is set aside',
    failedTitle: 'The payment could not be assigned',
    failed: 'Please try again in a moment.',
    card: (last4: string) => `a card ending in ${last4}`,
    unknown: 'an unknown payer',
  },

  list: {
    title: 'Invoices to patients',
    tableLabel: 'Invoices',
    columns: {
      number: 'Invoice',
      patient: 'Patient',
      date: 'Date',
      amount: 'Amount',
      status: 'Status',
      pdf: 'PDF',
    },
    emptyTitle: 'No invoice yet',
    empty: 'The first one appears as soon as a patient joins a plan.',
    noNumber: 'Not numbered yet',
    failed: 'Error loading invoices. Please try again.',
    more: 'Show older invoices',
    loadingMore: 'Loading...',
    paymentFailed: 'Payment failed',
    nextAttempt: (date: string) => `next try ${date}`,
    mailed: (date: string) => `patient mailed ${date}`,
    unknownPatient: 'Former patient',
    ofPatient: 'Invoices',
    noneOfPatient: 'No invoice so far.',
  },

  history: {
    title: 'Billing History',
    lead: 'View your past invoices and payment history',
    columns: { invoice: 'Invoice', date: 'Date', amount: 'Amount', status: 'Status', pdf: 'PDF' },
    statuses: { open: 'Due', paid: 'Paid', void: 'Canceled', uncollectible: 'Unpaid' } as Record<
      string,
      string
    >,
    refunded: (amount: string) => `${amount} refunded`,
    pdf: 'PDF',
    pdfOf: (number: string) => `Open invoice ${number} as a PDF`,
    more: 'Show earlier invoices',
    moreBusy: 'Loading...',
    empty: 'No invoice history yet.',
    emptyText: 'Each payment appears here with its receipt.',
    failedTitle: 'Your invoices could not be loaded',
    pdfFailedTitle: 'The invoice could not be opened',
    pdfFailed: 'Please try again in a moment.',
  },
} as const
