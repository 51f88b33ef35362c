import { newId } from '../world/ids.ts'
import type { Records } from '../world/records.ts'
import { platform, type Scope } from '../world/scope.ts'
import { invalidRequest } from '../world/stripe-failure.ts'
import { balanceOf, recordBalance } from './balance.ts'
import { daySeconds } from './calendar.ts'

type Payout = Records['payout']

export interface NewPayout {
  amount: number
  currency: string
  description: string | null
  statementDescriptor: string | null
  metadata: Record<string, string>
}

const travelSeconds = 2 * daySeconds

/** Only on request. @throws StripeFailure 400 for more than is available, and for an account without payouts */
export function createPayout(scope: Scope, given: NewPayout): Payout {
  const account = scope.in(platform).find('account', scope.account)
  if (!scope.isPlatform && !account?.payouts_enabled) {
    throw invalidRequest('Payouts are not enabled for this account.', { code: 'payouts_not_allowed' })
  }
  if (given.amount <= 0)
    throw invalidRequest('Invalid positive integer', { param: 'amount', code: 'parameter_invalid_integer' })
  const available =
    balanceOf(scope).available.find(({ currency }) => currency === given.currency)?.amount ?? 0
  if (given.amount > available) {
    throw invalidRequest('You have insufficient available funds in your Stripe account.', {
      code: 'balance_insufficient',
    })
  }
  const id = newId('po')
  return scope.add(
    'payout',
    {
      id,
      amount: given.amount,
      arrival_date: scope.now + travelSeconds,
      balance_transaction: move(scope, id, { ...given, amount: -given.amount }, 'payout'),
      currency: given.currency,
      description: given.description,
      metadata: given.metadata,
      method: 'standard',
      reconciliation_status: 'not_applicable',
      source_type: 'card',
      statement_descriptor: given.statementDescriptor,
      status: 'pending',
      type: 'bank_account',
    },
    'payout.created',
  )
}

export function arrive(scope: Scope, id: string) {
  scope.update('payout', id, { status: 'paid' }, 'payout.paid')
}

/** @throws StripeFailure 400 unless the payout is in transit */
export function cancelPayout(scope: Scope, id: string): Payout {
  const payout = scope.must('payout', id)
  if (payout.status !== 'pending') {
    throw invalidRequest(`Payouts can only be canceled while pending. This one is ${payout.status}.`)
  }
  const back = move(scope, id, payout, 'payout_cancel')
  return scope.update(
    'payout',
    id,
    { status: 'canceled', failure_balance_transaction: back },
    'payout.canceled',
  )
}

function move(
  scope: Scope,
  payout: string,
  { amount, currency, description }: Pick<Payout, 'amount' | 'currency' | 'description'>,
  type: 'payout' | 'payout_cancel',
): string {
  return recordBalance(scope, {
    amount,
    fee: 0,
    available_on: scope.now,
    currency,
    description: description ?? 'STRIPE PAYOUT',
    source: payout,
    type,
    reporting_category: type === 'payout' ? 'payout' : 'payout_reversal',
  })
}
