import { isOverdueStatus } from '#domain/subscriptions/subscriptions.ts'
import type { OpenAmount } from '#web/components/open-amount.tsx'
import type { OwnSubscription } from './queries.ts'

export function openAmountOf({
  status,
  open_invoices,
}: Pick<OwnSubscription, 'status' | 'open_invoices'>): OpenAmount | null {
  // a bank account is being debited for the others
  const due = open_invoices.filter(({ settles_about }) => !settles_about)
  const [first] = due
  const amountCents = due.reduce((sum, { amount_due_cents }) => sum + amount_due_cents, 0)
  return isOverdueStatus(status) && first && amountCents > 0
    ? { amountCents, currency: first.currency, isByLink: due.some(({ due_at }) => due_at !== null) }
    : null
}
