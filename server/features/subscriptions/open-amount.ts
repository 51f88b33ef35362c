import { AppError } from '#domain/errors.ts'
import type { OpenAmountChoice } from '#domain/subscriptions/inputs.ts'
import { isOverdueStatus } from '#domain/subscriptions/subscriptions.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

export interface OpenAmount {
  cents: number
  currency: string
  invoices: { id: string; subscriptionId: string; cents: number }[]
}

/**
 * The open amount of the overdue plans among these; null: none. Role `system`.
 * @throws AppError `payment_processing` while a bank account is debited for it
 */
export async function openAmountOf(
  tx: Tx,
  clinicId: string,
  plans: readonly { id: string; status: string }[],
): Promise<OpenAmount | null> {
  const overdue = plans.filter(({ status }) => isOverdueStatus(status)).map(({ id }) => id)
  if (overdue.length === 0) return null
  const rows = await tx
    .selectFrom('invoices')
    .select(['id', 'subscription_id', 'amount_due_cents', 'currency', 'settles_about'])
    .where('clinic_id', '=', clinicId)
    .where('subscription_id', 'in', overdue)
    .where('status', '=', 'open')
    .where('amount_due_cents', '>', 0)
    .orderBy('issued_at')
    .orderBy('id')
    .execute()
  const [first] = rows
  if (!first) return null
  if (rows.some((row) => row.settles_about)) throw new AppError('payment_processing')
  return {
    cents: rows.reduce((sum, { amount_due_cents }) => sum + amount_due_cents, 0),
    currency: first.currency,
    invoices: rows.map((row) => ({
      id: row.id,
      subscriptionId: row.subscription_id ?? '',
      cents: row.amount_due_cents,
    })),
  }
}

/**
 * Requires a decision on the open amount as shown.
 * @throws AppError `open_amount_undecided`, `quote_changed`
 */
export function requireDecision(open: OpenAmount | null, decision: OpenAmountChoice): void {
  if (open && !decision) throw new AppError('open_amount_undecided', { details: { cents: open.cents } })
  if (decision && decision.amountCents !== open?.cents) throw new AppError('quote_changed')
}
