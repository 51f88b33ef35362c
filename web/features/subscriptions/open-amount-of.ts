import { isOverdueStatus } from '#domain/subscriptions/subscriptions.ts'
import type { OpenAmount } from '#web/components/open-amount.tsx'
import type { OwnSubscription } from './queries.ts'

export function openAmountOf({
  status,
  open_invoices,
}: Pick<OwnSubscription, 'status' | 'open_invoices'>): OpenAmount | null {
  const [first] = open_invoices
  const amountCents = open_invoices.reduce((sum, { amount_due_cents }) => sum + amount_due_cents, 0)
  return isOverdueStatus(status) && first && amountCents > 0
    ? { amountCents, currency: first.currency }
    : null
}
