import type { Records } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'

type Transaction = Records['customer_balance_transaction']

/** Changes a customer's balance: a negative amount is a credit to the next invoices, a positive one a debt. */
export function changeBalance(
  scope: Scope,
  customer: Records['customer'],
  change: Pick<Transaction, 'amount' | 'type'> &
    Partial<Pick<Transaction, 'invoice' | 'description' | 'metadata' | 'currency'>>,
): Transaction {
  const balance = customer.balance + change.amount
  const currency = change.currency ?? customer.currency ?? 'usd'
  scope.update('customer', customer.id, { balance, currency }, 'customer.updated')
  return scope.add('customer_balance_transaction', {
    metadata: {},
    ...change,
    customer: customer.id,
    currency,
    ending_balance: balance,
  })
}
