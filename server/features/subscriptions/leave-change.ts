import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { takenBackStatuses } from '#domain/invoices/disputes.ts'
import { type LeavingRule, leavingRules } from '#domain/plans/place-law.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import type { Services } from '#server/platform/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { placesOfMember } from '../plans/clinic-places.ts'
import { refreshCharge } from '../stripe-sync/refresh-charge.ts'
import type { Changeable } from './load-changeable.ts'
import { unearnedNow } from './paid-time.ts'
import type { RecordedChange } from './recorded-change.ts'

/** A payment from which something can be given back. */
interface Refundable {
  id: string
  leftCents: number
}

/**
 * What is given back to somebody who leaves at a moment: what the clinic has not earned of the period, by its plan or by the law of
 * its place, whichever gives more, and the credit of `creditToPayOut`; never more than what was paid. `cents` is 0
 * or more. Role `system`.
 *
 * @throws AppError `plan_without_refund`, `subscription_overdue`
 */
export async function refundOnLeaving(
  tx: Tx,
  present: Changeable,
  at: Date,
  creditCents: number,
): Promise<{ cents: number; rule: LeavingRule }> {
  const { clinicId, startedAt, leavingRefund, money } = present
  const places = await placesOfMember(tx, clinicId, startedAt)
  const rules = leavingRules({ interval: money.interval, leavingRefund }, places)
  // what was kept for going on is the payer's, whatever the plan says (docs/decisions/0142)
  if (rules.length === 0 && present.status === 'paused') rules.push({ earning: 'moment', place: null })
  if (rules.length === 0) throw new AppError('plan_without_refund')
  if (!['active', 'trialing', 'paused'].includes(present.status)) throw new AppError('subscription_overdue')
  const counted: { cents: number; rule: LeavingRule }[] = []
  for (const rule of rules) counted.push({ cents: await unearnedNow(tx, present, rule, at), rule })
  const { cents, rule } = counted.reduce((most, each) => (each.cents > most.cents ? each : most))
  const payments = await refundablePayments(tx, present)
  const left = payments.reduce((sum, { leftCents }) => sum + leftCents, 0)
  return { cents: Math.min(cents + creditCents, left), rule }
}

/** The payments of a subscription from which something is left to the clinic, newest first. Role `system`. */
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
    // the bank has given it back already, or holds it
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('disputes as d')
            .select('d.id')
            .whereRef('d.clinic_id', '=', 'p.clinic_id')
            .whereRef('d.payment_id', '=', 'p.id')
            .where('d.status', 'in', [...takenBackStatuses]),
        ),
      ),
    )
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

/**
 * What Stripe would take off the payer's next invoices, and at whom, where no other plan of theirs goes on: somebody was taken
 * out of the household before. Else null.
 */
export async function creditToPayOut(
  { transactions, stripe }: Services,
  { clinicId, id, payerId, account }: Changeable,
): Promise<{ customer: string; cents: number } | null> {
  const found = await transactions.withSystem('leave-plan', async (tx) => {
    const others = await tx
      .selectFrom('subscriptions')
      .select('id')
      .where('clinic_id', '=', clinicId)
      .where('owner_patient_id', '=', payerId)
      .where('id', '<>', id)
      .where('status', 'in', [...runningStatuses])
      .execute()
    return others.length > 0
      ? undefined
      : tx
          .selectFrom('patient_customers')
          .select('stripe_customer as customer')
          .where('clinic_id', '=', clinicId)
          .where('patient_id', '=', payerId)
          .where('stripe_account', '=', account)
          .executeTakeFirst()
  })
  if (!found) return null
  const cents = await stripe.customers.credit(account, found.customer)
  return cents > 0 ? { customer: found.customer, cents } : null
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
  const { parts, credit } = change.details as {
    parts: { payment: string; cents: number }[]
    /** Whose credit at Stripe is paid out with it, and what remains of that; null: nobody's. */
    credit: { customer: string; leftCents: number } | null
  }
  // it is given back below
  if (credit) await services.stripe.customers.setCredit(account, credit.customer, credit.leftCents)
  let missingCents = 0
  for (const { payment, cents } of parts) {
    const key = `change:${change.id}:${payment}`
    const isGiven = await services.stripe.charges.refund(account, payment, { amountCents: cents, key })
    if (!isGiven) missingCents += cents
    await refreshCharge(services, { clinicId, account, timeZone }, payment, `change:${change.id}`)
  }
  if (missingCents > 0) await tellOfMissing(services, change, present, missingCents)
  return true
}

/**
 * Stripe gives back no more than is left of a payment, and nothing that a bank holds: since the amount was shown the clinic may
 * have refunded some of it itself, or the payer disputed it. The plan has ended all the same; the mail says what is given
 * back, and the clinic's admins hear that the rest is theirs to settle. Doing it twice tells them once.
 */
async function tellOfMissing(
  { transactions, notices }: Services,
  { id, clinicId }: RecordedChange,
  { payerId }: Changeable,
  missingCents: number,
): Promise<void> {
  await transactions.withSystem('leave-plan', async (tx) => {
    await tx
      .updateTable('subscription_changes')
      .set({ details: sql`details || jsonb_build_object('missingCents', ${missingCents}::bigint)` })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', id)
      .execute()
    await notices.notifyAdmins(tx, { clinicId, kind: 'refund_refused', key: id, patientId: payerId })
  })
}
