import type { Stripe } from 'stripe'
import type { CreditChange, CreditKind } from '#domain/credits/credits.ts'
import { ask, idOf, instant, make, options } from './client.ts'

export interface CreditFacts extends CreditChange {
  id: string
  currency: string
  at: Date
  /** Of a change by Carefold's desk; else null. */
  key: string | null
}

/** Credits in the customer's balance, which Stripe applies to the next invoices (docs/decisions/0192). */
export function creditOperations(client: Stripe) {
  return {
    /** @param change `cents` above zero gives, below zero takes back @returns its id */
    async change(
      account: string,
      customer: string,
      change: { cents: number; currency: string; key: string },
    ): Promise<string> {
      const { cents, currency, key } = change
      const params = { amount: 0 - cents, currency, metadata: { credit: key } }
      const made = await make(() =>
        client.customers.createBalanceTransaction(customer, params, options(account, key)),
      )
      return made.id
    },

    /** Oldest first. */
    async list(account: string, customer: string): Promise<CreditFacts[]> {
      const found: CreditFacts[] = []
      await ask(async () => {
        const pages = client.customers.listBalanceTransactions(customer, { limit: 100 }, options(account))
        for await (const each of pages) found.push(factsOf(each))
      })
      return found.reverse()
    },
  }
}

function factsOf(each: Stripe.CustomerBalanceTransaction): CreditFacts {
  const cents = 0 - each.amount
  const key = each.metadata?.credit ?? null
  return {
    id: each.id,
    kind: kindOf(each.type, cents, key),
    cents,
    balanceCents: 0 - each.ending_balance,
    currency: each.currency,
    invoice: idOf(each.invoice),
    at: instant(each.created),
    key,
  }
}

/** A clinic gives credits in its dashboard too; an adjustment that is not ours may pay out the payer's own money. */
function kindOf(type: string, cents: number, key: string | null): CreditKind {
  switch (type) {
    case 'adjustment':
      if (key && (cents < 0 || key.endsWith(':excess'))) return 'taken_back'
      return cents > 0 ? 'given' : 'other'
    case 'applied_to_invoice':
    case 'checkout_session_subscription_payment':
      return cents < 0 ? 'used' : 'other'
    case 'unapplied_from_invoice':
    case 'checkout_session_subscription_payment_canceled':
      return cents > 0 ? 'returned' : 'other'
    default:
      return 'other'
  }
}
