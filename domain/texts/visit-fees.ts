const hoursText = (hours: number) => (hours === 1 ? 'an hour' : `${hours} hours`)

/** Fees for late cancellations and missed visits, as patients read and accept them. */
export const visitFeeTexts = {
  terms: {
    lateCancel: (amount: string, hours: number) =>
      `If you cancel less than ${hoursText(hours)} before this visit, the clinic may charge ${amount}.`,
    noShow: (amount: string) => `If you miss this visit, the clinic may charge ${amount}.`,
    how: 'The clinic decides in each case. It charges your saved card or sends you an invoice.',
  },
  title: 'Fees',
  accept: 'I accept these fees',
  /** beside "I will come" */
  optional: 'You can confirm the visit without accepting them.',
  notAccepted: 'Please accept the fees to book this visit.',
  /** of a visit ahead */
  accepted: 'Fees that you accepted',
  /** before a late cancellation */
  mayCharge: (amount: string) => `The clinic may charge ${amount}.`,
  charged: (amount: string) => `Fee charged: ${amount}`,
} as const
