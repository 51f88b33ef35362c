import { Stripe } from 'stripe'
import { ask, idOf, instant, make, options } from './client.ts'

export interface ChargeFacts {
  id: string
  intent: string | null
  customer: string | null
  /** Held: authorized on the card and not captured, so no money has moved. */
  status: 'pending' | 'held' | 'succeeded' | 'failed'
  /** The captured part of a hold. */
  amountCents: number
  refundedCents: number
  currency: string
  failureCode: string | null
  cardBrand: string | null
  cardLast4: string | null
  /** As entered by the payer. */
  payerName: string | null
  payerEmail: string | null
  chargedAt: Date
  /** Oldest first. */
  refunds: RefundFacts[]
}

export type ListedCharge = Pick<ChargeFacts, 'id' | 'intent' | 'customer' | 'status' | 'amountCents'>

export interface RefundFacts {
  id: string
  charge: string | null
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
  amountCents: number
  currency: string
  refundedAt: Date
  /** Refunded because the patient left a plan. */
  isOfLeaving: boolean
}

export function chargeOperations(client: Stripe) {
  return {
    async read(account: string, charge: string): Promise<ChargeFacts> {
      const read = await ask(() => client.charges.retrieve(charge, { expand: ['refunds'] }, options(account)))
      return chargeFacts(client, account, read)
    },

    /**
     * The same `key` refunds once: for a day through Stripe's idempotency, later through the refund's metadata.
     * @returns false when Stripe refuses: the amount exceeds the rest, or the charge is disputed
     */
    async refund(
      account: string,
      charge: string,
      given: { amountCents: number; key: string },
    ): Promise<boolean> {
      const made = await ask(() => client.refunds.list({ charge, limit: 100 }, options(account)))
      if (made.data.some(({ metadata }) => metadata?.request === given.key)) return true
      try {
        await make(() =>
          client.refunds.create(
            {
              charge,
              amount: given.amountCents,
              reason: 'requested_by_customer',
              metadata: { request: given.key },
            },
            options(account, given.key),
          ),
        )
        return true
      } catch (error) {
        const { StripeInvalidRequestError } = Stripe.errors
        // wrong amount, or refunded already
        if (error instanceof StripeInvalidRequestError && error.code !== 'resource_missing') return false
        throw error
      }
    },

    async readRefund(account: string, refund: string): Promise<RefundFacts> {
      return refundFacts(await ask(() => client.refunds.retrieve(refund, {}, options(account))))
    },

    /** Without refunds; `until` is exclusive. */
    async listMade(account: string | null, from: Date, until: Date): Promise<ListedCharge[]> {
      const found: ListedCharge[] = []
      await ask(async () => {
        for await (const charge of client.charges.list(span(from, until), options(account))) {
          found.push({
            id: charge.id,
            status: chargeStatus(charge),
            amountCents: movedCents(charge),
            intent: idOf(charge.payment_intent),
            customer: idOf(charge.customer),
          })
        }
      })
      return found
    },

    /** Whenever they were authorized; `until` is exclusive. */
    async listMoved(account: string, from: Date, until: Date): Promise<string[]> {
      const found: string[] = []
      await ask(async () => {
        const movements = client.balanceTransactions.list(
          { ...span(from, until), type: 'charge' },
          options(account),
        )
        for await (const { source } of movements) {
          const id = idOf(source)
          if (id) found.push(id)
        }
      })
      return found
    },

    /** Whenever they were charged; `until` is exclusive. */
    async listRefunds(account: string | null, from: Date, until: Date): Promise<RefundFacts[]> {
      const found: RefundFacts[] = []
      await ask(async () => {
        for await (const refund of client.refunds.list(span(from, until), options(account)))
          if (movesMoney(refund)) found.push(refundFacts(refund))
      })
      return found
    },
  }
}

function span(from: Date, until: Date) {
  const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000)
  return { created: { gte: seconds(from), lt: seconds(until) }, limit: 100 }
}

/** Oldest first. */
export async function chargesOfIntent(
  client: Stripe,
  account: string | null,
  intent: string,
): Promise<ChargeFacts[]> {
  const charges: Stripe.Charge[] = []
  await ask(async () => {
    const query = { payment_intent: intent, limit: 100, expand: ['data.refunds'] }
    for await (const charge of client.charges.list(query, options(account))) charges.unshift(charge)
  })
  const facts: ChargeFacts[] = []
  for (const charge of charges) facts.push(await chargeFacts(client, account, charge))
  return facts
}

async function chargeFacts(
  client: Stripe,
  account: string | null,
  charge: Stripe.Charge,
): Promise<ChargeFacts> {
  let refunds = charge.refunds?.data ?? []
  // an expanded list contains only the first ten
  if (charge.refunds?.has_more) {
    refunds = []
    await ask(async () => {
      const pages = client.refunds.list({ charge: charge.id, limit: 100 }, options(account))
      for await (const refund of pages) refunds.push(refund)
    })
  }
  const card = charge.payment_method_details?.card
  return {
    id: charge.id,
    intent: idOf(charge.payment_intent),
    customer: idOf(charge.customer),
    status: chargeStatus(charge),
    amountCents: movedCents(charge),
    refundedCents: Math.max(0, charge.amount_refunded - (charge.amount - movedCents(charge))),
    currency: charge.currency,
    failureCode: charge.failure_code,
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
    payerName: charge.billing_details?.name ?? null,
    payerEmail: charge.billing_details?.email ?? charge.receipt_email ?? null,
    chargedAt: instant(charge.created),
    refunds: refunds
      .filter(movesMoney)
      .map(refundFacts)
      .sort((a, b) => a.refundedAt.getTime() - b.refundedAt.getTime() || (a.id < b.id ? -1 : 1)),
  }
}

/** Stripe reports an authorized charge as succeeded. */
function chargeStatus({ status, captured }: Stripe.Charge): ChargeFacts['status'] {
  return status === 'succeeded' && !captured ? 'held' : (status as ChargeFacts['status'])
}

function movedCents(charge: Stripe.Charge): number {
  return chargeStatus(charge) === 'succeeded' ? charge.amount_captured : charge.amount
}

/** Stripe lists the released part of a hold as a refund without a movement. */
function movesMoney({ status, balance_transaction: movement }: Stripe.Refund): boolean {
  return movement !== null || status !== 'succeeded'
}

function refundFacts(refund: Stripe.Refund): RefundFacts {
  return {
    id: refund.id,
    charge: idOf(refund.charge),
    status: (refund.status ?? 'pending') as RefundFacts['status'],
    amountCents: refund.amount,
    currency: refund.currency,
    refundedAt: instant(refund.created),
    isOfLeaving: refund.metadata?.request?.startsWith('change:') ?? false,
  }
}
