import { newId } from '#sandbox/stripe/world/ids.ts'
import type { Records } from '#sandbox/stripe/world/records.ts'
import type { Scope } from '#sandbox/stripe/world/scope.ts'
import { invalidRequest, missingParameter } from '#sandbox/stripe/world/stripe-failure.ts'
import { recordBalance } from '../balance.ts'
import { moneyText } from '../prices.ts'

export interface RefundRequest {
  charge?: string | null
  payment_intent?: string | null
  amount?: number
  reason?: string
  metadata?: Record<string, string>
}

/**
 * By default the remaining amount. Stripe retains the fee.
 * @throws StripeFailure 400 if the amount exceeds the rest, the charge failed or is only authorized, or a dispute
 * withdrew it
 */
export function createRefund(scope: Scope, request: RefundRequest): Records['refund'] {
  const charge = refundedCharge(scope, request)
  if (charge.status !== 'succeeded') {
    throw invalidRequest(`Charge ${charge.id} has not succeeded, so it cannot be refunded.`, {
      param: 'charge',
    })
  }
  if (!charge.captured) {
    throw invalidRequest(
      `Charge ${charge.id} has not been captured: cancel its PaymentIntent to release the money.`,
      { param: 'charge' },
    )
  }
  if (isTakenBack(scope, charge.id)) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  const left = charge.amount - charge.amount_refunded
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  const amount = request.amount ?? left
  if (amount <= 0) throw invalidRequest('Invalid positive integer', { param: 'amount' })
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${moneyText(amount, charge.currency)}) is greater than unrefunded amount on charge (${moneyText(left, charge.currency)})`,
      { param: 'amount' },
    )
  }
  const refund = recordRefund(scope, charge, amount, request)
  const refunded = charge.amount_refunded + amount
  scope.update(
    'charge',
    charge.id,
    { amount_refunded: refunded, refunded: refunded === charge.amount },
    'charge.refunded',
  )
  return refund
}

/** Not for an inquiry or a dispute that was won. */
function isTakenBack(scope: Scope, chargeId: string): boolean {
  return (
    scope.must('charge', chargeId).disputed &&
    scope
      .all('dispute')
      .some(
        ({ charge, status }) =>
          charge === chargeId && ['needs_response', 'under_review', 'lost'].includes(status),
      )
  )
}

function refundedCharge(scope: Scope, request: RefundRequest): Records['charge'] {
  if (request.charge) return scope.must('charge', request.charge, 'charge')
  if (!request.payment_intent) throw missingParameter('charge')
  const intent = scope.must('payment_intent', request.payment_intent, 'payment_intent')
  if (!intent.latest_charge) {
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    })
  }
  return scope.must('charge', intent.latest_charge)
}

function recordRefund(scope: Scope, charge: Records['charge'], amount: number, request: RefundRequest) {
  // Stripe's ids and types for anything but cards.
  const isCard = charge.payment_method_details?.card !== undefined
  const id = newId(isCard ? 're' : 'pyr')
  return scope.add(
    'refund',
    {
      id,
      amount,
      balance_transaction: recordBalance(scope, {
        amount: -amount,
        fee: 0,
        currency: charge.currency,
        description: `REFUND FOR CHARGE${charge.description ? ` (${charge.description})` : ''}`,
        source: id,
        type: isCard ? 'refund' : 'payment_refund',
        reporting_category: 'refund',
      }),
      charge: charge.id,
      currency: charge.currency,
      customer: charge.customer,
      destination_details: isCard
        ? {
            card: {
              reference_status: 'pending',
              reference_type: 'acquirer_reference_number',
              type: 'refund',
            },
            type: 'card',
          }
        : { type: charge.payment_method_details?.type ?? '' },
      metadata: request.metadata ?? {},
      payment_intent: charge.payment_intent,
      payment_method: charge.payment_method,
      reason: (request.reason ?? null) as Records['refund']['reason'],
      status: 'succeeded',
    },
    'refund.created',
  )
}
