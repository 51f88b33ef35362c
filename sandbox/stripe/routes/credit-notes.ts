import { createCreditNote, voidCreditNote } from '../billing/credit-notes.ts'
import { get, list, post } from '../kernel/endpoint.ts'
import { integer, mergeMetadata, metadata, oneOf, required, text } from '../kernel/params.ts'
import type { Scope } from '../world/scope.ts'

const clockOf = (scope: Scope, invoice: string) =>
  scope.onClockOf(scope.must('invoice', invoice, 'invoice').customer)

export const creditNoteEndpoints = [
  post(
    'credit_notes',
    {
      invoice: required(text),
      amount: required(integer),
      reason: oneOf('duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory'),
      memo: text,
      metadata,
      refund_amount: integer,
      out_of_band_amount: integer,
    },
    (scope, params) =>
      createCreditNote(clockOf(scope, params.invoice), {
        invoice: params.invoice,
        amount: params.amount,
        reason: params.reason ?? null,
        memo: params.memo ?? null,
        metadata: mergeMetadata({}, params.metadata),
        ...(params.refund_amount !== undefined ? { refundAmount: params.refund_amount } : {}),
        ...(params.out_of_band_amount !== undefined ? { outOfBandAmount: params.out_of_band_amount } : {}),
      }),
  ),
  list('credit_notes', { invoice: text, customer: text }, (scope, { invoice, customer }) =>
    scope
      .all('credit_note')
      .filter((each) => !invoice || each.invoice === invoice)
      .filter((each) => !customer || each.customer === customer),
  ),
  get('credit_notes/:id', {}, (scope, _, id) => scope.must('credit_note', id)),
  post('credit_notes/:id', { memo: text, metadata }, (scope, params, id) => {
    const before = scope.must('credit_note', id)
    return scope.update(
      'credit_note',
      id,
      {
        memo: params.memo === undefined ? before.memo : params.memo,
        metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
      },
      'credit_note.updated',
    )
  }),
  post('credit_notes/:id/void', {}, (scope, _, id) =>
    voidCreditNote(clockOf(scope, scope.must('credit_note', id).invoice), id),
  ),
]
