/** Invoices to patients, as the clinic and as the patient reads them. Wording where given: docs/specification.md B2.7. */
export const invoiceTexts = {
  statuses: {
    draft: 'Upcoming',
    open: 'Due',
    paid: 'Paid',
    void: 'Canceled',
    uncollectible: 'Unpaid',
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
