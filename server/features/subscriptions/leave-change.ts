import { AppError } from '#domain/errors.ts'
import type { Services } from '#server/platform/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { refreshCharge } from '../stripe-sync/refresh-charge.ts'
import type { Changeable } from './load-changeable.ts'
import { pauseCredit, unusedNow, withTax } from './paid-time.ts'
import type { RecordedChange } from './recorded-change.ts'

/** A payment from which something can be given back. */
interface Refundable {
  id: string
  leftCents: number
}

/**
 * What is given back to somebody who leaves at a moment: the unused part of the period, or what a pause has left; never more
 * than what was paid. In cents, 0 or more. Role `system`.
 *
 * @throws AppError `plan_without_refund`, `subscription_overdue`
 */
export async function refundOnLeaving(tx: Tx, present: Changeable, at: Date): Promise<number> {
  if (present.leavingRefund !== 'unused') throw new AppError('plan_without_refund')
  if (!['active', 'trialing', 'paused'].includes(present.status)) throw new AppError('subscription_overdue')
  const { clinicId, id } = present
  const cents =
    present.status === 'paused'
      ? await pauseCredit(tx, clinicId, id)
      : withTax(present, unusedNow(present, at))
  const payments = await refundablePayments(tx, present)
  return Math.min(
    cents,
    payments.reduce((sum, { leftCents }) => sum + leftCents, 0),
  )
}

/** The payments of a subscription from which something is left, newest first. Role `system`. */
async function refundablePayments(tx: Tx, { clinicId, id }: Changeable): Promise<Refundable[]> {
  const rows = await tx
    .selectFrom('payments as p')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.clinic_id', '=', 'p.clinic_id').onRef('i.id', '=', 'p.invoice_id'),
    )
    .select(['p.id', 'p.amount_cents', 'p.refunded_cents'])
    .where('p.clinic_id', '=', clinicId)
    .where('i.subscription_id', '=', id)
    .where('p.status', '=', 'succeeded')
    .orderBy('p.charged_at', 'desc')
    .orderBy('p.id')
    .execute()
  return rows
    .map(({ id: payment, amount_cents, refunded_cents }) => ({
      id: payment,
      leftCents: amount_cents - refunded_cents,
    }))
    .filter(({ leftCents }) => leftCents > 0)
}

/** Which part of each payment is given back, decided with the click: a repetition gives the same. Role `system`. */
export async function refundParts(
  tx: Tx,
  present: Changeable,
  cents: number,
): Promise<{ payment: string; cents: number }[]> {
  const parts: { payment: string; cents: number }[] = []
  let left = cents
  for (const { id, leftCents } of await refundablePayments(tx, present)) {
    const part = Math.min(left, leftCents)
    if (part > 0) parts.push({ payment: id, cents: part })
    left -= part
  }
  return parts
}

/** Ends the plan, then gives the money back: an interruption in between never leaves somebody paying. */
export async function leaveAtStripe(
  services: Services,
  change: RecordedChange,
  present: Changeable,
): Promise<boolean> {
  const { account, clinicId, timeZone } = present
  await services.stripe.subscriptions.end(account, present.stripeSubscription, `change:${change.id}`)
  const { parts } = change.details as { parts: { payment: string; cents: number }[] }
  for (const { payment, cents } of parts) {
    const key = `change:${change.id}:${payment}`
    await services.stripe.charges.refund(account, payment, { amountCents: cents, key })
    await refreshCharge(services, { clinicId, account, timeZone }, payment, `change:${change.id}`)
  }
  return true
}
