import type { NewCreditLine } from '../billing/credit-note-lines.ts'
import { createCreditNote, voidCreditNote } from '../billing/credit-notes.ts'
import { get, list, listInOrder, post } from '../kernel/endpoint.ts'
import {
  fields,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
  timestamp,
} from '../kernel/params.ts'
import type { Scope } from '../world/scope.ts'

const clockOf = (scope: Scope, invoice: string) =>
  scope.onClockOf(scope.must('invoice', invoice, 'invoice').customer)

const lines = listOf(
  fields({
    type: required(oneOf('custom_line_item', 'invoice_line_item')),
    invoice_line_item: text,
    amount: integer,
    description: text,
    metadata,
    quantity: integer,
    unit_amount: integer,
    tax_rates: listOf(required(text)),
  }),
)

export const creditNoteEndpoints = [
  post(
    'credit_notes',
    {
      invoice: required(text),
      amount: integer,
      lines,
      effective_at: timestamp,
      reason: oneOf('duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory'),
      memo: text,
      metadata,
      refund_amount: integer,
      out_of_band_amount: integer,
    },
    (scope, params) =>
      createCreditNote(clockOf(scope, params.invoice), {
        invoice: params.invoice,
        ...(params.amount !== undefined ? { amount: params.amount } : {}),
        ...(params.effective_at !== undefined ? { effectiveAt: params.effective_at } : {}),
        ...(params.lines ? { lines: params.lines.map(lineOf) } : {}),
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
  listInOrder('credit_notes/:id/lines', {}, (scope, _, id) => scope.must('credit_note', id).lines.data),
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

function lineOf(given: ReturnType<typeof lines.read>[number]): NewCreditLine {
  return {
    type: given.type,
    invoiceLine: given.invoice_line_item ?? null,
    description: given.description ?? null,
    metadata: mergeMetadata({}, given.metadata),
    ...(given.amount !== undefined ? { amount: given.amount } : {}),
    ...(given.quantity !== undefined ? { quantity: given.quantity } : {}),
    ...(given.unit_amount !== undefined ? { unitAmount: given.unit_amount } : {}),
    ...(given.tax_rates ? { taxRates: given.tax_rates } : {}),
  }
}
