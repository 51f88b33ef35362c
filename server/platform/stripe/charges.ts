import { Stripe } from 'stripe'
import { type MovementFacts, movementsIn } from './balance.ts'
import { ask, idOf, instant, make, options, span } from './client.ts'

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
  /** For a bank account Stripe's name of its kind (`debitMethods`). */
  cardBrand: string | null
  cardLast4: string | null
  /** As entered by the payer. */
  payerName: string | null
  payerEmail: string | null
  /** A bank debit: when it arrived, and until then when it began. */
  chargedAt: Date
  /** Oldest first. */
  refunds: RefundFacts[]
  /** Its changes of the balance, and those of its refunds. */
  movements: MovementFacts[]
}

export type ListedCharge = Pick<
  ChargeFacts,
  'id' | 'intent' | 'customer' | 'status' | 'amountCents' | 'chargedAt'
>

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

/** Read with a charge. */
const withMovements = [
  'refunds',
  'balance_transaction',
  'refunds.data.balance_transaction',
  'refunds.data.failure_balance_transaction',
]

export function chargeOperations(client: Stripe) {
  return {
    async read(account: string, charge: string): Promise<ChargeFacts> {
      const read = await ask(() =>
        client.charges.retrieve(charge, { expand: withMovements }, options(account)),
      )
      return chargeFacts(client, account, read)
    },

    /**
     * The same `key` refunds once: for a day through Stripe's idempotency, later through the refund's metadata.
     * @returns the refund's id; null when Stripe refuses: the amount exceeds the rest, or the charge is disputed
     */
    async refund(
      account: string,
      charge: string,
      given: { amountCents: number; key: string },
    ): Promise<string | null> {
      const made = await ask(() => client.refunds.list({ charge, limit: 100 }, options(account)))
      const before = made.data.find(({ metadata }) => metadata?.request === given.key)
      if (before) return before.id
      try {
        const { id } = await make(() =>
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
        return id
      } catch (error) {
        const { StripeInvalidRequestError } = Stripe.errors
        // wrong amount, or refunded already
        if (error instanceof StripeInvalidRequestError && error.code !== 'resource_missing') return null
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
        const query = { ...span(from, until), expand: ['data.balance_transaction'] }
        for await (const charge of client.charges.list(query, options(account))) {
          found.push({
            id: charge.id,
            status: chargeStatus(charge),
            amountCents: movedCents(charge),
            intent: idOf(charge.payment_intent),
            customer: idOf(charge.customer),
            chargedAt: chargedAt(charge),
          })
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

/** Oldest first. */
export async function chargesOfIntent(
  client: Stripe,
  account: string | null,
  intent: string,
): Promise<ChargeFacts[]> {
  const charges: Stripe.Charge[] = []
  await ask(async () => {
    const expand = withMovements.map((path) => `data.${path}`)
    const query = { payment_intent: intent, limit: 100, expand }
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
      const expand = ['data.balance_transaction', 'data.failure_balance_transaction']
      const pages = client.refunds.list({ charge: charge.id, limit: 100, expand }, options(account))
      for await (const refund of pages) refunds.push(refund)
    })
  }
  const { card, us_bank_account: us, acss_debit: pad } = charge.payment_method_details ?? {}
  const bank = us ? 'us_bank_account' : pad ? 'acss_debit' : null
  return {
    id: charge.id,
    intent: idOf(charge.payment_intent),
    customer: idOf(charge.customer),
    status: chargeStatus(charge),
    amountCents: movedCents(charge),
    refundedCents: Math.max(0, charge.amount_refunded - (charge.amount - movedCents(charge))),
    currency: charge.currency,
    failureCode: charge.failure_code,
    cardBrand: card?.brand ?? bank,
    cardLast4: (card ?? us ?? pad)?.last4 ?? null,
    payerName: charge.billing_details?.name ?? null,
    payerEmail: charge.billing_details?.email ?? charge.receipt_email ?? null,
    chargedAt: chargedAt(charge),
    refunds: refunds
      .filter(movesMoney)
      .map(refundFacts)
      .sort((a, b) => a.refundedAt.getTime() - b.refundedAt.getTime() || (a.id < b.id ? -1 : 1)),
    movements: movementsIn(
      [
        charge.balance_transaction,
        ...refunds.flatMap((each) => [each.balance_transaction, each.failure_balance_transaction]),
      ],
      charge.id,
    ),
  }
}

/** The money of a bank debit moves days after the charge was created. */
function chargedAt({
  created,
  status,
  payment_method_details: paid,
  balance_transaction: moved,
}: Stripe.Charge) {
  const isDebit = status === 'succeeded' && (paid?.us_bank_account || paid?.acss_debit)
  return instant(isDebit && moved && typeof moved === 'object' ? moved.created : created)
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
