import type { Stripe } from 'stripe'
import type { MovementKind, PayoutStatus } from '#domain/payouts/payouts.ts'
import { ask, idOf, instant, options, span } from './client.ts'

/** A change of an account's balance (Stripe's balance transaction). `net = gross - fee`, in cents. */
export interface MovementFacts {
  id: string
  kind: MovementKind
  grossCents: number
  feeCents: number
  netCents: number
  currency: string
  occurredAt: Date
  /** From then on the money can be paid out. */
  availableAt: Date
  /** The charge, refund, dispute or payout that moved the money. */
  source: string | null
  /** The payment that was charged, refunded or disputed. */
  charge: string | null
}

export interface PayoutFacts {
  id: string
  status: PayoutStatus
  amountCents: number
  currency: string
  /** False for one made by hand, of which Stripe lists no movements. */
  isAutomatic: boolean
  sentAt: Date
  /** YYYY-MM-DD */
  arrivesOn: string
  statementText: string | null
  failureCode: string | null
  /** Its own: out of the balance, and back if it failed. Empty in a list. */
  movements: MovementFacts[]
}

export function balanceOperations(client: Stripe) {
  return {
    /** Newest first; `until` is exclusive. */
    async listMovements(account: string, from: Date, until: Date): Promise<MovementFacts[]> {
      return listed(client, account, span(from, until))
    },

    /** The movements that a scheduled payout contains, and its own. */
    async movementsOf(account: string, payout: string): Promise<MovementFacts[]> {
      return listed(client, account, { payout, limit: 100 })
    },

    /** Cents by currency, available and pending. */
    async read(account: string): Promise<Map<string, number>> {
      const { available, pending } = await ask(() => client.balance.retrieve({}, options(account)))
      const cents = new Map<string, number>()
      for (const { currency, amount } of [...available, ...pending])
        cents.set(currency, (cents.get(currency) ?? 0) + amount)
      return cents
    },

    async readPayout(account: string, payout: string): Promise<PayoutFacts> {
      const expand = ['balance_transaction', 'failure_balance_transaction']
      return payoutFacts(await ask(() => client.payouts.retrieve(payout, { expand }, options(account))))
    },

    /** `until` is exclusive. */
    async listPayouts(account: string, from: Date, until: Date): Promise<PayoutFacts[]> {
      const found: PayoutFacts[] = []
      await ask(async () => {
        for await (const payout of client.payouts.list(span(from, until), options(account)))
          found.push(payoutFacts(payout))
      })
      return found
    },
  }
}

async function listed(
  client: Stripe,
  account: string,
  query: Stripe.BalanceTransactionListParams,
): Promise<MovementFacts[]> {
  const found: MovementFacts[] = []
  await ask(async () => {
    const pages = client.balanceTransactions.list({ ...query, expand: ['data.source'] }, options(account))
    for await (const transaction of pages) found.push(movementFacts(transaction))
  })
  return found
}

const kinds: Record<string, MovementKind> = {
  charge: 'charge',
  refund: 'refund',
  refund_failure: 'refund_failed',
  dispute: 'dispute',
  dispute_reversal: 'dispute_returned',
  fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
  payout: 'payout',
  payout_reversal: 'payout_returned',
}

/** @param charge the payment, where the source is not expanded */
export function movementFacts(
  transaction: Stripe.BalanceTransaction,
  charge: string | null = null,
): MovementFacts {
  const { id, amount, fee, net, currency, created, available_on: availableOn, source } = transaction
  return {
    id,
    kind: kinds[transaction.reporting_category] ?? 'other',
    grossCents: amount,
    feeCents: fee,
    netCents: net,
    currency,
    occurredAt: instant(created),
    availableAt: instant(availableOn),
    source: idOf(source),
    charge: charge ?? chargeOf(source),
  }
}

/** Of fields that may be expanded; an unexpanded one is left to the next sweep. */
export function movementsIn(
  fields: readonly (string | Stripe.BalanceTransaction | null | undefined)[],
  charge: string | null,
): MovementFacts[] {
  return fields.flatMap((field) => (field && typeof field === 'object' ? [movementFacts(field, charge)] : []))
}

function chargeOf(source: Stripe.BalanceTransaction['source']): string | null {
  if (!source || typeof source === 'string') return null
  if (source.object === 'charge') return source.id
  return source.object === 'refund' || source.object === 'dispute' ? idOf(source.charge) : null
}

function payoutFacts(payout: Stripe.Payout): PayoutFacts {
  return {
    id: payout.id,
    status: payout.status as PayoutStatus,
    amountCents: payout.amount,
    currency: payout.currency,
    isAutomatic: payout.automatic,
    sentAt: instant(payout.created),
    arrivesOn: instant(payout.arrival_date).toISOString().slice(0, 10),
    statementText: payout.statement_descriptor,
    failureCode: payout.failure_code,
    movements: movementsIn([payout.balance_transaction, payout.failure_balance_transaction], null),
  }
}
