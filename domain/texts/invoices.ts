/** Invoices to patients: words of the patient's pages. Wording: docs/specification.md B2.7. */
export const invoiceTexts = {
  statuses: {
    draft: 'Upcoming',
    open: 'Due',
    paid: 'Paid',
    void: 'Canceled',
    uncollectible: 'Written off',
  },

  /** a bank account is being debited */
  processing: { badge: 'Processing', until: (date: string) => `until about ${date}` },

  /** for a payment without an invoice */
  oneOff: 'One-time payment',

  /** of payments at the desk */
  methods: { cash: 'Cash', check: 'Check', transfer: 'Bank transfer' },

  /** open invoices on the patient's own page */
  due: {
    label: 'Open invoices',
    line: (number: string, amount: string) => `Invoice ${number}: ${amount} is open.`,
    issued: (date: string) => `Issued ${date}.`,
    by: (date: string) => `Due by ${date}.`,
    overdue: (date: string) => `Overdue since ${date}.`,
    pay: (amount: string) => `Pay ${amount}`,
    busy: 'Opening...',
    failedTitle: 'The payment page could not be opened',
    failed: 'Please try again in a moment.',
  },

  credit: {
    title: (amount: string) => `You have a credit of ${amount}`,
    text: 'It reduces your next payments until it is used.',
    onInvoice: (amount: string) => `Credit −${amount}`,
  },

  history: {
    reversed: (amount: string) => `${amount} reversed`,
    title: 'Billing History',
    lead: 'View your past invoices and payment history',
    columns: { invoice: 'Invoice', date: 'Date', amount: 'Amount', status: 'Status', pdf: 'PDF' },
    statuses: { open: 'Due', paid: 'Paid', void: 'Canceled', uncollectible: 'Written off' } as Record<
      string,
      string
    >,
    refunded: (amount: string) => `${amount} refunded`,
    refundedWhole: 'Refunded',
    refundedPartly: 'Partly refunded',
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
