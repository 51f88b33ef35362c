/** The clinic's pages about fees for late cancellations and missed visits. */
export const deskVisitFeeTexts = {
  reasons: { late_cancel: 'Late cancellation fee', no_show: 'Missed appointment fee' },
  states: {
    open: 'not charged',
    waived: 'waived',
    charged: 'charged',
    paid: 'paid',
    refunded: 'refunded',
    partly_refunded: 'partly refunded',
    written_off: 'written off',
  },
  line: (reason: string, amount: string, state: string) => `${reason}, ${amount}: ${state}`,
  accepted: (amounts: string) => `Fees accepted by the patient: ${amounts}`,
  amounts: {
    lateCancel: (amount: string) => `${amount} for a late cancellation`,
    noShow: (amount: string) => `${amount} for a missed visit`,
  },
  failed: 'The fee could not be loaded',
  retry: 'Try again',
  charge: (amount: string) => `Charge the fee, ${amount}`,
  chargeOf: (amount: string, patient: string, when: string) =>
    `Charge the fee, ${amount}: ${patient}, ${when}`,
  waive: 'Waive the fee',
  waiveOf: (patient: string, when: string) => `Waive the fee: ${patient}, ${when}`,
  waived: 'Fee waived',
  waiveUndone: 'The fee can be charged again',
  waiveFailed: 'The fee was not changed',
  undo: 'Undo',
  dialog: {
    title: (amount: string, patient: string) => `Charge ${patient} a fee of ${amount}?`,
    accepted: (day: string) => `Accepted by the patient on ${day}:`,
    how: 'How to charge it',
    byCard: (card: string) => `Charge the saved card, ${card}`,
    byCardHint: 'If the bank declines the card, the invoice stays open and the patient can pay it by link.',
    byLink: 'Send an invoice',
    byLinkHint: (days: number) =>
      `Due in ${days} days. Patients with an account get it by email and pay under Pay in their portal. Others pay at the desk.`,
    tax: (name: string, percentage: string) => `${name} ${percentage}% is included`,
    consequence:
      'A visit has one fee. You can refund it later, or write off its invoice. The invoice names the fee, not the visit. No commission is owed on fees.',
    keep: 'Cancel',
    action: (amount: string) => `Charge ${amount}`,
    busy: 'Charging...',
    failedTitle: 'The fee was not charged',
    failed: 'Please check the visit before you try again.',
  },
  /** when the desk cancels a visit */
  cancel: {
    label: 'Patient canceled late',
    hint: (hours: number, amount: string) =>
      `The visit begins in less than ${hours === 1 ? 'an hour' : `${hours} hours`}, the deadline that the patient accepted. The fee of ${amount} can then be charged. Without this, the visit has no fee.`,
  },
  done: {
    paid: (amount: string) => `${amount} charged. The receipt is issued.`,
    declined: 'The bank declined the card. The invoice is issued and can be paid by link.',
    mailed: (amount: string) => `Invoice of ${amount} issued`,
  },
  /** of a kind of visit, in Settings */
  settings: {
    title: 'Fees',
    lead: 'Optional. Patients accept the fees when they book online or confirm a visit in the portal; only then can your team charge one, after a late cancellation or a missed visit. Check the rules of your state or province, and of payers such as Medicaid.',
    lateCancel: (currency: string) => `Late cancellation fee (${currency.toUpperCase()})`,
    noShow: (currency: string) => `Missed visit fee (${currency.toUpperCase()})`,
    none: 'Leave empty for no fee.',
    words: 'Your own words about the fees',
    wordsHint: 'Patients read and accept them with the amounts.',
  },
} as const
