import { newId } from '#sandbox/stripe/world/ids.ts'
import type { Records } from '#sandbox/stripe/world/records.ts'
import { platform, type Scope } from '#sandbox/stripe/world/scope.ts'
import { recordBalance } from '../balance.ts'
import { daySeconds } from '../calendar.ts'
import { bankAccountOf, bankDetails, type DebitKind, type TestBankAccount } from './bank-accounts.ts'
import { takeBack } from './disputes.ts'
import { attachPaymentMethod } from './payment-methods.ts'

type Intent = Records['payment_intent']
type Method = Records['payment_method']

/** Stripe's longest usual wait for the banks, in business days. */
const waitingDays = { us_bank_account: 4, acss_debit: 5 } as const

/** For a debit that the bank refuses: $4 in the US, C$5 in Canada. */
const failureFees = { us_bank_account: 400, acss_debit: 500 } as const

/** A test account that takes a debit back does so two days after its success. */
const returnSeconds = 2 * daySeconds

/** The same time of day, `days` business days later in UTC; holidays of banks are not counted. */
export function afterBusinessDays(start: number, days: number): number {
  let at = start
  for (let left = days; left > 0; ) {
    at += daySeconds
    const weekday = new Date(at * 1000).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left--
  }
  return at
}

/** The intent is `processing`, with a pending charge, until the banks answer. */
export function startDebit(scope: Scope, intent: Intent, method: Method): Intent {
  const account = mustAccount(method)
  if (intent.setup_future_usage && intent.customer) attachPaymentMethod(scope, method, intent.customer)
  const owner = scope.in(platform).find('account', scope.account)
  const name = owner?.settings?.dashboard.display_name ?? owner?.business_profile?.name ?? 'Carefold'
  const charge = scope.add(
    'charge',
    {
      id: newId('py'),
      amount: intent.amount,
      amount_captured: intent.amount,
      currency: intent.currency,
      customer: intent.customer,
      description: intent.description,
      metadata: intent.metadata,
      billing_details: method.billing_details,
      calculated_statement_descriptor: name.toUpperCase().slice(0, 22),
      captured: true,
      fraud_details: {},
      paid: false,
      payment_intent: intent.id,
      payment_method: method.id,
      payment_method_details: bankDetails(scope, method),
      receipt_email: intent.receipt_email,
      receipt_url: null,
      status: 'pending',
    },
    'charge.pending',
  )
  return scope.update(
    'payment_intent',
    intent.id,
    {
      status: 'processing',
      latest_charge: charge.id,
      last_payment_error: null,
      next_action: null,
      payment_method: method.id,
      _settlesAt: afterBusinessDays(scope.now, waitingDays[account.kind]),
    },
    'payment_intent.processing',
  )
}

/** The banks' answer. */
export function settleDebit(scope: Scope, intentId: string): Intent {
  const intent = scope.must('payment_intent', intentId)
  const charge = scope.must('charge', intent.latest_charge ?? '')
  const method = scope.must('payment_method', charge.payment_method ?? '')
  const { failure, isReturned, kind } = mustAccount(method)
  if (failure) return failDebit(scope, intent, charge, method, { failure, kind })
  scope.update(
    'charge',
    charge.id,
    {
      balance_transaction: debitBalance(scope, charge, kind),
      paid: true,
      receipt_url: `${scope.pagesUrl}/pay/receipt/${scope.account}/${charge.id}`,
      status: 'succeeded',
    },
    'charge.succeeded',
  )
  return scope.update(
    'payment_intent',
    intentId,
    {
      status: 'succeeded',
      amount_received: intent.amount,
      _settlesAt: null,
      ...(isReturned ? { _returnsAt: scope.now + returnSeconds } : {}),
    },
    'payment_intent.succeeded',
  )
}

function failDebit(
  scope: Scope,
  intent: Intent,
  charge: Records['charge'],
  method: Method,
  { failure, kind }: { failure: NonNullable<TestBankAccount['failure']>; kind: DebitKind },
): Intent {
  // names no source, as every fee of Stripe's own
  recordBalance(scope, {
    amount: -failureFees[kind],
    currency: charge.currency,
    description: 'Failed bank debit fee',
    fee: 0,
    type: 'stripe_fee',
    reporting_category: 'fee',
    available_on: scope.now,
  })
  scope.update(
    'charge',
    charge.id,
    { failure_code: failure.code, failure_message: failure.message, status: 'failed' },
    'charge.failed',
  )
  const error = { type: 'invalid_request_error', ...failure, charge: charge.id, payment_method: method }
  return scope.update(
    'payment_intent',
    intent.id,
    {
      status: 'requires_payment_method',
      last_payment_error: error as unknown as Intent['last_payment_error'],
      payment_method: null,
      _settlesAt: null,
    },
    'payment_intent.payment_failed',
  )
}

/** The payer's bank reverses a settled debit; Stripe gives the clinic no way to answer. */
export function returnDebit(scope: Scope, intentId: string) {
  const intent = scope.update('payment_intent', intentId, { _returnsAt: null })
  const charge = scope.must('charge', intent.latest_charge ?? '')
  if (charge.amount_refunded === 0) takeBack(scope, charge)
}

/** A bank account that has already refused this payment: Stripe does not debit it again. */
export function hasRefused(scope: Scope, intent: Intent | undefined, method: Method | undefined): boolean {
  if (!intent || !method || !bankAccountOf(method)) return false
  return scope
    .all('charge')
    .some(
      (charge) =>
        charge.payment_intent === intent.id &&
        charge.payment_method === method.id &&
        charge.status === 'failed',
    )
}

/** ACH: 0.8 %, at most $5. Canada: 1 % and 40 cents, at most C$5. */
function feeOf(amount: number, kind: DebitKind): number {
  const fee = kind === 'us_bank_account' ? Math.round(amount * 0.008) : Math.round(amount * 0.01) + 40
  return Math.min(500, fee)
}

function debitBalance(scope: Scope, charge: Records['charge'], kind: DebitKind): string {
  const fee = feeOf(charge.amount, kind)
  return recordBalance(scope, {
    amount: charge.amount,
    currency: charge.currency,
    description: charge.description,
    fee,
    fee_details: [
      {
        amount: fee,
        application: null,
        currency: charge.currency,
        description: 'Stripe processing fees',
        type: 'stripe_fee',
      },
    ],
    source: charge.id,
    type: 'payment',
    reporting_category: 'charge',
    available_on: scope.now,
  })
}

function mustAccount(method: Method): TestBankAccount {
  const account = bankAccountOf(method)
  if (!account) throw new Error(`Payment method ${method.id} has no bank account`)
  return account
}
