import type { Records } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { invalidRequest, missingParameter } from '../world/stripe-failure.ts'
import { type NewCreditLine, sumsOfAmount, sumsOfLines } from './credit-note-lines.ts'
import { assertStatus, intentOf, markPaid } from './invoices.ts'
import { createRefund } from './refunds.ts'

type CreditNote = Records['credit_note']
type Invoice = Records['invoice']

export interface NewCreditNote {
  invoice: string
  /** With tax. Without an amount and lines: what is given back of a paid invoice. */
  amount?: number
  lines?: NewCreditLine[]
  /** Unix seconds; now unless given. */
  effectiveAt?: number
  reason?: string | null
  memo?: string | null
  metadata: Record<string, string>
  /** For a paid invoice: what goes back to the card, and what was given back elsewhere. They add up to the amount. */
  refundAmount?: number
  outOfBandAmount?: number
}

/**
 * Takes back a part of an invoice: of an open one it lowers what is due, and pays it when nothing is left; of a paid one it
 * says what was given back, and refunds it.
 *
 * @throws StripeFailure 400 for a draft or void invoice, for more than is left, and for parts that do not add up
 */
export function createCreditNote(scope: Scope, request: NewCreditNote): CreditNote {
  const invoice = scope.must('invoice', request.invoice, 'invoice')
  assertStatus(invoice, ['open', 'paid', 'uncollectible'], 'credit')
  const sums = sumsOf(scope, invoice, request)
  const { amount } = sums
  if (amount <= 0) throw invalidRequest('Invalid positive integer', { param: 'amount' })
  const isPaid = invoice.status === 'paid'
  const left = isPaid
    ? invoice.amount_paid + (invoice.amount_paid_off_stripe ?? 0) - invoice.post_payment_credit_notes_amount
    : invoice.amount_remaining
  if (amount > left) {
    throw invalidRequest(`The sum of credit amounts cannot exceed ${left}.`, { param: 'amount' })
  }
  const refund = isPaid ? giveBack(scope, invoice, amount, request) : null
  const note = scope.add('credit_note', {
    ...sums,
    currency: invoice.currency,
    customer: invoice.customer ?? '',
    effective_at: request.effectiveAt ?? scope.now,
    invoice: invoice.id,
    memo: request.memo ?? null,
    metadata: request.metadata,
    number: numberOf(scope, invoice),
    out_of_band_amount: request.outOfBandAmount ?? null,
    pdf: `${scope.pagesUrl}/pay/credit/${scope.account}/`,
    post_payment_amount: isPaid ? amount : 0,
    pre_payment_amount: isPaid ? 0 : amount,
    reason: (request.reason ?? null) as CreditNote['reason'],
    refunds: refund
      ? [{ amount_refunded: refund.amount, payment_record_refund: null, refund: refund.id, type: 'refund' }]
      : [],
    status: 'issued',
    type: isPaid ? 'post_payment' : 'pre_payment',
  })
  const final = scope.update(
    'credit_note',
    note.id,
    { pdf: `${note.pdf}${note.id}/pdf` },
    'credit_note.created',
  )
  if (isPaid) {
    const credited = invoice.post_payment_credit_notes_amount + amount
    scope.update('invoice', invoice.id, { post_payment_credit_notes_amount: credited }, 'invoice.updated')
  } else lowerDue(scope, invoice.id, amount)
  return final
}

/** Undoes the credit note of an open invoice. */
export function voidCreditNote(scope: Scope, id: string): CreditNote {
  const note = scope.must('credit_note', id)
  if (note.status === 'void') throw invalidRequest('This credit note is already void.')
  if (note.type !== 'pre_payment') throw invalidRequest('Only credit notes of open invoices can be voided.')
  const invoice = scope.must('invoice', note.invoice)
  assertStatus(invoice, ['open', 'uncollectible'], 'change')
  lowerDue(scope, invoice.id, -note.amount)
  return scope.update('credit_note', id, { status: 'void', voided_at: scope.now }, 'credit_note.voided')
}

function sumsOf(scope: Scope, invoice: Invoice, request: NewCreditNote) {
  const { amount, lines, refundAmount, outOfBandAmount } = request
  if (lines) {
    const sums = sumsOfLines(scope, invoice, lines)
    if (amount !== undefined && amount !== sums.amount)
      throw invalidRequest(`The lines add up to ${sums.amount}.`, { param: 'amount' })
    return sums
  }
  const isGivenBack = refundAmount !== undefined || outOfBandAmount !== undefined
  if (amount === undefined && !isGivenBack) throw missingParameter('amount')
  return sumsOfAmount(invoice, amount ?? (refundAmount ?? 0) + (outOfBandAmount ?? 0))
}

function giveBack(
  scope: Scope,
  invoice: Invoice,
  amount: number,
  { refundAmount = 0, outOfBandAmount = 0 }: NewCreditNote,
): Records['refund'] | null {
  if (refundAmount + outOfBandAmount !== amount) {
    throw invalidRequest(
      'The sum of refund_amount and out_of_band_amount must equal the credit note’s amount for a paid invoice.',
    )
  }
  if (refundAmount === 0) return null
  const charge = intentOf(scope, invoice.id)?.latest_charge
  if (!charge) throw missingParameter('out_of_band_amount')
  return createRefund(scope, { charge, amount: refundAmount, metadata: {} })
}

function lowerDue(scope: Scope, id: string, amount: number) {
  const invoice = scope.must('invoice', id)
  const due = invoice.amount_due - amount
  const lowered = scope.update(
    'invoice',
    id,
    {
      amount_due: due,
      amount_remaining: due,
      pre_payment_credit_notes_amount: invoice.pre_payment_credit_notes_amount + amount,
    },
    'invoice.updated',
  )
  const intent = intentOf(scope, id)
  if (intent && due > 0) scope.update('payment_intent', intent.id, { amount: due })
  if (due === 0) markPaid(scope, lowered)
}

/** "ABCD1234-0001-CN-01", as Stripe numbers them. */
function numberOf(scope: Scope, invoice: Invoice): string {
  const before = scope.all('credit_note').filter((each) => each.invoice === invoice.id).length
  return `${invoice.number}-CN-${String(before + 1).padStart(2, '0')}`
}
