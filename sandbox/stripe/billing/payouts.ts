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
  metadata: Record<string, string>
}

const travelSeconds = 2 * daySeconds

/** @throws StripeFailure 400 for more than is available, and for an account without payouts */
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
  return send(scope, given, false)
}

function send(scope: Scope, given: NewPayout, isAutomatic: boolean): Payout {
  const id = newId('po')
  return scope.add(
    'payout',
    {
      id,
      amount: given.amount,
      arrival_date: scope.now + travelSeconds,
      automatic: isAutomatic,
      balance_transaction: move(scope, id, { ...given, amount: -given.amount }, 'payout'),
      currency: given.currency,
      description: given.description,
      metadata: given.metadata,
      method: 'standard',
      reconciliation_status: isAutomatic ? 'in_progress' : 'not_applicable',
      source_type: 'card',
      status: 'pending',
      type: 'bank_account',
    },
    'payout.created',
  )
}

/**
 * The next payout of a clinic's schedule: at the first midnight (UTC) at which more is available than is owed. Null
 * while nothing is to be paid out, and for the platform's own account, which is paid out on request.
 */
export function scheduledPayout(scope: Scope): { at: number; run(scope: Scope): void } | null {
  const account = scope.isPlatform ? undefined : scope.in(platform).find('account', scope.account)
  if (!account?.payouts_enabled || account._deleted || account._bankIsClosed) return null
  const currency = account.default_currency ?? 'usd'
  const movements = unpaid(scope, currency).sort((a, b) => a.available_on - b.available_on)
  let cents = 0
  for (const [index, { available_on: availableOn, net }] of movements.entries()) {
    cents += net
    const at = midnightFrom(Math.max(availableOn, account._paysOutFrom ?? 0))
    const next = movements[index + 1]
    // Money of the same day is paid out together.
    if (cents > 0 && !(next && midnightFrom(next.available_on) <= at))
      return { at, run: (its) => payOut(its, currency) }
  }
  return null
}

function unpaid(scope: Scope, currency: string) {
  return scope
    .all('balance_transaction')
    .filter((each) => each._payout === undefined && each.currency === currency)
}

function payOut(scope: Scope, currency: string) {
  const movements = unpaid(scope, currency).filter(({ available_on: at }) => at <= scope.now)
  const amount = movements.reduce((sum, { net }) => sum + net, 0)
  const payout = send(scope, { amount, currency, description: 'STRIPE PAYOUT', metadata: {} }, true)
  for (const id of [...movements.map((each) => each.id), String(payout.balance_transaction)])
    scope.update('balance_transaction', id, { _payout: payout.id })
  scope.update('payout', payout.id, { reconciliation_status: 'completed' }, 'payout.reconciliation_completed')
}

function midnightFrom(seconds: number): number {
  return Math.ceil(seconds / daySeconds) * daySeconds
}

/** A closed bank account refuses the money, which returns to the balance. */
export function arrive(scope: Scope, id: string) {
  const account = scope.in(platform).find('account', scope.account)
  if (!account?._bankIsClosed) {
    scope.update('payout', id, { status: 'paid' }, 'payout.paid')
    return
  }
  const failed = {
    status: 'failed',
    failure_balance_transaction: move(scope, id, scope.must('payout', id), 'payout_failure'),
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
  } as const
  scope.update('payout', id, failed, 'payout.failed')
}

/** While it is closed, payouts in transit fail, and none is sent. */
export function setBank(scope: Scope, isOpen: boolean) {
  scope.in(platform).update('account', scope.account, {
    _bankIsClosed: !isOpen,
    ...(isOpen && { _paysOutFrom: scope.now }),
  })
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
  type: 'payout' | 'payout_cancel' | 'payout_failure',
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
