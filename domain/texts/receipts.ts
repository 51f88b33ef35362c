/** The receipt of a payment: its document, and where the patient finds it. Amounts, dates and names come formatted. */
export const receiptTexts = {
  document: {
    title: (number: string) => `Receipt ${number}`,
    heading: 'Receipt',
    paid: (amount: string, date: string) => `${amount} paid on ${date}`,
    number: 'Receipt number',
    date: 'Date paid',
    invoice: 'Invoice',
    method: 'Payment method',
    card: (brand: string, last4: string) => `${brand} ending in ${last4}`,
    from: 'Paid to',
    to: 'Paid by',
    description: 'Description',
    amount: 'Amount',
    membership: 'Membership',
    period: (from: string, to: string) => `${from} – ${to}`,
    tax: 'Tax included',
    total: 'Amount paid',
    zone: (zone: string) => `Dates are in the clinic’s time zone, ${zone}.`,
  },

  list: {
    pdf: 'Receipt',
    pdfOf: (number: string) => `Download receipt ${number} as a PDF`,
    failedTitle: 'The receipt could not be downloaded',
    failed: 'Please try again in a moment.',
  },
} as const
