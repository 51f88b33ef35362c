/** Choices of the desk, for forms that load no validators. */

export const writeOffReasons = ['uncollectible', 'agreed', 'mistake'] as const
export type WriteOffReason = (typeof writeOffReasons)[number]

/** Choices, because a text could tell of a patient's health. */
export const refundReasons = ['requested', 'not_provided', 'duplicate', 'mistake', 'goodwill'] as const
export type RefundReason = (typeof refundReasons)[number]

export const deskMethods = ['cash', 'check', 'transfer'] as const
export type DeskMethod = (typeof deskMethods)[number]

export const reversalReasons = ['returned', 'mistake'] as const

/** How long ago money may have arrived that is entered today, in days. */
export const oldestReceivedDays = 366

/** The invoice that collects a reversed payment again is due after these days. */
export const reopenedDueDays = 14

/** Stripe takes an invoice paid outside it as a whole, so there is one payment at most. */
export const deskPaymentId = (invoiceId: string) => `desk_${invoiceId}`
export const isDeskPayment = ({ id }: { id: string }): boolean => id.startsWith('desk_')
export const reversalId = (paymentId: string) => `reversal_${paymentId}`
export const isReversal = (refundId: string): boolean => refundId.startsWith('reversal_')

/** Choices of the desk for a new invoice. */
export const dueInDays = [0, 7, 14, 30] as const

export const mostInvoiceLines = 10
export const mostLineCents = 10_000_000
/** Stripe's minimum charge, in cents of each clinic currency. */
export const smallestInvoiceCents = 50
