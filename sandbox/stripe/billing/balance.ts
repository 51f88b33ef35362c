import type { Stripe } from 'stripe'
import type { Records } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'

/** Payments become available two days after the charge. */
const availableAfterSeconds = 2 * 24 * 60 * 60

type Movement = Partial<Records['balance_transaction']> & { amount: number; fee: number }

/** Emits an event only for money that is available at once; `net` follows from amount and fee. */
export function recordBalance(scope: Scope, movement: Movement): string {
  const { id, available_on: availableOn } = scope.add('balance_transaction', {
    available_on: scope.now + availableAfterSeconds,
    balance_type: 'payments',
    net: movement.amount - movement.fee,
    status: 'pending',
    ...movement,
  })
  // A balance has no id.
  if (availableOn <= scope.now) scope.emit('balance.available', balanceOf(scope) as never)
  return id
}

export function balanceOf(scope: Scope): Omit<Stripe.Balance, 'lastResponse'> {
  const available = new Map<string, number>()
  const pending = new Map<string, number>()
  for (const { currency, net, available_on: availableOn } of scope.all('balance_transaction')) {
    const sums = availableOn <= scope.now ? available : pending
    sums.set(currency, (sums.get(currency) ?? 0) + net)
  }
  const currencies = new Set(['usd', ...available.keys(), ...pending.keys()])
  const listed = (sums: Map<string, number>) =>
    [...currencies].map((currency) => {
      const amount = sums.get(currency) ?? 0
      return { amount, currency, source_types: { card: amount } }
    })
  return { object: 'balance', available: listed(available), livemode: false, pending: listed(pending) }
}
