import { balanceOf } from '../billing/balance.ts'
import { cancelPayout, createPayout } from '../billing/payouts.ts'
import { get, list, post } from '../kernel/endpoint.ts'
import {
  integer,
  isInRange,
  mergeMetadata,
  metadata,
  oneOf,
  range,
  required,
  text,
} from '../kernel/params.ts'
import type { Scope } from '../world/scope.ts'
import { invalidRequest } from '../world/stripe-failure.ts'

export const balanceEndpoints = [
  get('balance', {}, (scope) => balanceOf(scope)),
  list(
    'balance_transactions',
    { payout: text, source: text, type: text },
    (scope, { payout, source, type }) =>
      scope
        .all('balance_transaction')
        .filter((each) => !payout || each._payout === scheduledOnly(scope, payout))
        .filter((each) => !source || each.source === source)
        .filter((each) => !type || each.type === type),
  ),
  get('balance_transactions/:id', {}, (scope, _, id) => scope.must('balance_transaction', id)),
]

function scheduledOnly(scope: Scope, payout: string): string {
  if (scope.must('payout', payout, 'payout').automatic) return payout
  throw invalidRequest(
    'Balance transaction history can only be filtered on automatic transfers, not manual.',
    { param: 'payout' },
  )
}

export const payoutEndpoints = [
  post(
    'payouts',
    {
      amount: required(integer),
      currency: required(text),
      description: text,
      metadata,
    },
    (scope, params) =>
      createPayout(scope, {
        amount: params.amount,
        currency: params.currency.toLowerCase(),
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
      }),
  ),
  list(
    'payouts',
    { arrival_date: range, status: oneOf('canceled', 'failed', 'in_transit', 'paid', 'pending') },
    (scope, { arrival_date: arrival, status }) =>
      scope
        .all('payout')
        .filter((each) => !arrival || isInRange(each.arrival_date, arrival))
        .filter((each) => !status || each.status === status),
  ),
  get('payouts/:id', {}, (scope, _, id) => scope.must('payout', id)),
  post('payouts/:id', { metadata }, (scope, params, id) => {
    const before = scope.must('payout', id)
    const change = { metadata: mergeMetadata(before.metadata ?? {}, params.metadata) }
    return scope.update('payout', id, change, 'payout.updated')
  }),
  post('payouts/:id/cancel', {}, (scope, _, id) => cancelPayout(scope, id)),
]
