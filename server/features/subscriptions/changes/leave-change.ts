import { sql } from 'kysely'
import { unusedGivenCents } from '#domain/credits/credits.ts'
import { AppError } from '#domain/errors.ts'
import { takenBackStatuses } from '#domain/invoices/disputes.ts'
import { type LeavingRule, leavingRules } from '#domain/plans/place-law.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import type { Services } from '#server/clinic/action.ts'
import { placesOfMember } from '#server/features/plans/clinic-places.ts'
import { refreshCharge } from '#server/features/stripe-sync/refresh/refresh-charge.ts'
import { refreshInvoice } from '#server/features/stripe-sync/refresh/refresh-invoice.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { taxedPeriodCents, unearnedNow } from '../paid-time.ts'
import { householdOf } from './household-change.ts'
import type { Changeable } from './load-changeable.ts'
import type { RecordedChange } from './recorded-change.ts'

interface Refundable {
  id: string
  invoice: string
  leftCents: number
}

/**
 * The refund for leaving at a moment: the unearned part of the period, by the plan or by the law of the place,
 * whichever is more, plus the credit of `creditToPayOut`; at most what was paid. The unearned part and earlier refunds of
 * this period are together at most what was paid for the period. `cents` is 0 or more. Role `system`.
 * @throws AppError `plan_without_refund`, `subscription_overdue`, `leave_at_clinic`
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
  // the credit of a pause is the payer's, whatever the plan's terms (docs/decisions/0142)
  if (rules.length === 0 && present.status === 'paused') rules.push({ earning: 'moment', place: null })
  if (rules.length === 0) throw new AppError('plan_without_refund')
  if (!['active', 'trialing', 'paused'].includes(present.status)) throw new AppError('subscription_overdue')
  await requirePaidByCard(tx, present)
  const counted: { cents: number; rule: LeavingRule }[] = []
  for (const rule of rules) counted.push({ cents: await unearnedNow(tx, present, rule, at), rule })
  const { cents, rule } = counted.reduce((most, each) => (each.cents > most.cents ? each : most))
  const payments = await paymentsOf(tx, present)
  const left = refundable(payments).reduce((sum, { leftCents }) => sum + leftCents, 0)
  const unearned = Math.min(cents, retainedCents(present, payments))
  return { cents: Math.min(unearned + creditCents, left), rule }
}

/** An unpaid period has no refund, and money of the desk cannot be returned to a card. @throws AppError `leave_at_clinic` */
async function requirePaidByCard(tx: Tx, { clinicId, id }: Changeable): Promise<void> {
  const other = await tx
    .selectFrom('invoices as i')
    .leftJoin('payments as p', (join) =>
      join
        .onRef('p.clinic_id', '=', 'i.clinic_id')
        .onRef('p.invoice_id', '=', 'i.id')
        .on('p.status', '=', 'succeeded')
        .onRef('p.refunded_cents', '<', 'p.amount_cents')
        .on('p.method', '<>', 'card'),
    )
    .select('i.id')
    .where('i.clinic_id', '=', clinicId)
    .where('i.subscription_id', '=', id)
    .where((row) =>
      row.or([
        row('p.id', 'is not', null),
        row.and([row('i.due_at', 'is not', null), row('i.status', 'in', ['draft', 'open'])]),
      ]),
    )
    .executeTakeFirst()
  if (other) throw new AppError('leave_at_clinic')
}

/** Of the payments for the present period, in cents: not refunded, nor taken back by a bank. */
function retainedCents(present: Changeable, payments: readonly Paid[]): number {
  const { periodStart, priceDay } = present
  const own = payments.filter(({ chargedAt }) => chargedAt >= periodStart)
  const paid = own.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const returned = own.reduce((sum, { amountCents, leftCents }) => sum + amountCents - leftCents, 0)
  // an earlier credit may have paid for the period
  const price = taxedPeriodCents(present, householdOf(present), periodStart, priceDay)
  return Math.max(0, Math.max(paid, price) - returned)
}

interface Paid extends Refundable {
  amountCents: number
  chargedAt: Date
}

const refundable = (payments: readonly Paid[]) => payments.filter(({ leftCents }) => leftCents > 0)

/** Payments of a subscription, newest first. Nothing is left of one that a bank has taken back. Role `system`. */
async function paymentsOf(tx: Tx, { clinicId, id }: Changeable): Promise<Paid[]> {
  const rows = await tx
    .selectFrom('payments as p')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.clinic_id', '=', 'p.clinic_id').onRef('i.id', '=', 'p.invoice_id'),
    )
    .select(['p.id', 'i.id as invoice', 'p.amount_cents', 'p.refunded_cents', 'p.charged_at'])
    // a dispute over it is open or lost
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('disputes as d')
          .select('d.id')
          .whereRef('d.clinic_id', '=', 'p.clinic_id')
          .whereRef('d.payment_id', '=', 'p.id')
          .where('d.status', 'in', [...takenBackStatuses]),
      ).as('is_taken_back'),
    )
    .where('p.clinic_id', '=', clinicId)
    .where('i.subscription_id', '=', id)
    .where('p.status', '=', 'succeeded')
    .orderBy('p.charged_at', 'desc')
    .orderBy('p.id')
    .execute()
  return rows.map(({ id: payment, invoice, amount_cents, refunded_cents, charged_at, is_taken_back }) => ({
    id: payment,
    invoice,
    amountCents: amount_cents,
    chargedAt: charged_at,
    leftCents: is_taken_back ? 0 : amount_cents - refunded_cents,
  }))
}

/**
 * The payer's own credit at Stripe, such as a prorated change, and its customer; null if another plan of the payer
 * continues. A credit that the clinic gave is never paid out: `givenCents` stays for later invoices. Role `system`.
 */
export async function creditToPayOut(
  { transactions, stripe }: Services,
  { clinicId, id, payerId, account }: Changeable,
): Promise<PayableCredit | null> {
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
  const changes = await stripe.credits.list(account, found.customer)
  const givenCents = unusedGivenCents(changes)
  const cents = (changes.at(-1)?.balanceCents ?? 0) - givenCents
  return cents > 0 ? { customer: found.customer, cents, givenCents } : null
}

export interface PayableCredit {
  customer: string
  cents: number
  givenCents: number
}

/** The customer's credit at Stripe after `paidOutCents` of it. */
export function creditAfter(credit: PayableCredit | null, paidOutCents: number): LeavingDetails['credit'] {
  if (!credit) return null
  const { customer, cents, givenCents } = credit
  return { customer, leftCents: givenCents + Math.max(0, cents - paidOutCents) }
}

/** Divides the refund over payments at the click, so that a retry refunds the same. Role `system`. */
export async function refundParts(
  tx: Tx,
  present: Changeable,
  cents: number,
): Promise<LeavingDetails['parts']> {
  return partsOf(refundable(await paymentsOf(tx, present)), cents)
}

function partsOf(payments: Refundable[], cents: number): LeavingDetails['parts'] {
  const parts: LeavingDetails['parts'] = []
  let left = cents
  for (const { id, leftCents } of payments) {
    const part = Math.min(left, leftCents)
    if (part > 0) parts.push({ payment: id, cents: part })
    left -= part
  }
  return parts
}

export interface LeavingDetails {
  parts: { payment: string; cents: number }[]
  /** The customer whose credit at Stripe is paid out, and its rest; null: none. */
  credit: { customer: string; leftCents: number } | null
  /** Ids of the waived open invoices of an overdue plan, and their sum. */
  waived?: { invoices: string[]; cents: number }
}

/**
 * Ends the plan, then refunds: an interruption in between never leaves the payer paying.
 * @returns false if the amount to waive was paid before the click, without any change
 */
export async function leaveAtStripe(
  services: Services,
  change: RecordedChange,
  present: Changeable,
): Promise<boolean> {
  const { account, clinicId, timeZone } = present
  const details = change.details as LeavingDetails
  if (details.waived && !(await stopCollecting(services, change, present, details.waived.invoices)))
    return false
  await services.stripe.subscriptions.end(account, present.stripeSubscription, `change:${change.id}`)
  const { parts, credit } = details.waived ? await afterWaiving(services, change, present) : details
  if (credit) await services.stripe.customers.setCredit(account, credit.customer, credit.leftCents)
  let missingCents = 0
  for (const { payment, cents } of parts) {
    const key = `change:${change.id}:${payment}`
    const refundId = await services.stripe.charges.refund(account, payment, { amountCents: cents, key })
    if (!refundId) missingCents += cents
    await refreshCharge(services, { clinicId, account, timeZone }, payment, `change:${change.id}`)
  }
  if (missingCents > 0) await warnOfMissing(services, change, present, missingCents)
  if (details.waived) await noticeWaived(services, change, present)
  return true
}

/**
 * Warns admins once of a part that Stripe did not refund, because the clinic has refunded or the payer disputed a
 * payment since the amount was shown. The mail names the actual refund.
 */
async function warnOfMissing(
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

/**
 * Voids the open invoices of an overdue plan, which ends their collection.
 * @returns false if one was paid before the click and none is void yet, without any change
 */
async function stopCollecting(
  { stripe }: Services,
  { id, quotedAt }: RecordedChange,
  { account }: Changeable,
  invoices: string[],
): Promise<boolean> {
  let voided = 0
  for (const invoice of invoices) {
    const { status, paidAt } = await stripe.invoices.void(account, invoice, `change:${id}:${invoice}`)
    if (status === 'paid' && voided === 0 && paidAt && paidAt < quotedAt) return false
    voided += 1
  }
  return true
}

/**
 * The refund after voiding open invoices: their payments since the click, and the applied credit. Stored once, so that
 * a retry refunds the same.
 */
async function afterWaiving(
  services: Services,
  { id, clinicId, details: decided }: RecordedChange,
  present: Changeable,
): Promise<LeavingDetails> {
  const { waived } = decided as LeavingDetails
  if (!waived) return decided as LeavingDetails
  const { account, timeZone } = present
  const { invoices, cents } = waived
  for (const invoice of invoices)
    await refreshInvoice(services, { clinicId, account, timeZone }, invoice, `change:${id}`)
  const credit = await creditToPayOut(services, present)
  return services.transactions.withSystem('leave-plan', async (tx) => {
    const stored = await tx
      .selectFrom('subscription_changes')
      .select('details')
      .where('clinic_id', '=', clinicId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const before = stored.details as unknown as LeavingDetails & { isCounted?: true }
    // by an earlier attempt, or one that runs at the same time
    if (before.isCounted) return before
    const payments = refundable(await paymentsOf(tx, present))
    const collected = payments.filter(({ invoice }) => invoices.includes(invoice))
    const collectedCents = collected.reduce((sum, { leftCents }) => sum + leftCents, 0)
    const parts = collected.map(({ id: payment, leftCents }) => ({ payment, cents: leftCents }))
    const others = payments.filter(({ invoice }) => !invoices.includes(invoice))
    const paidOut = partsOf(others, credit?.cents ?? 0)
    const paidOutCents = paidOut.reduce((sum, part) => sum + part.cents, 0)
    const counted: LeavingDetails = {
      parts: [...parts, ...paidOut],
      credit: creditAfter(credit, paidOutCents),
      waived: { invoices, cents: Math.max(0, cents - collectedCents) },
    }
    const quoted = 0 - collectedCents - paidOutCents
    await tx
      .updateTable('subscription_changes')
      .set({ details: JSON.stringify({ ...counted, isCounted: true }), quoted_cents: quoted })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', id)
      .execute()
    return counted
  })
}

async function noticeWaived(
  { transactions, notices }: Services,
  { id, clinicId, subscriptionId }: RecordedChange,
  { payerId }: Changeable,
): Promise<void> {
  await transactions.withSystem('leave-plan', (tx) =>
    notices.notifyAdmins(tx, {
      clinicId,
      kind: 'payment_waived',
      key: id,
      patientId: payerId,
      subjectId: subscriptionId,
    }),
  )
}
