import type { PlanMoney } from '#domain/checkouts/charges.ts'
import type { CouponTerms } from '#domain/coupons/coupons.ts'
import { AppError } from '#domain/errors.ts'
import { type ClinicTax, taxOfRow } from '#domain/payouts/clinic-tax.ts'
import type { PlanKind } from '#domain/plans/plans.ts'
import { pricesSetDaysBefore } from '#domain/subscriptions/subscriptions.ts'
import { dayMs } from '#domain/values/durations.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { termsOf } from '#server/features/coupons/coupon-rows.ts'
import { versionMoney } from '#server/features/plans/covered-household.ts'
import { isMoving } from '#server/features/stripe-sync/is-moving.ts'
import { movedAheadMs } from '#server/features/stripe-sync/renewal-day.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { lockOwnSubscription } from '../lock-own-subscription.ts'

export interface Changeable {
  id: string
  clinicId: string
  timeZone: string
  status: string
  payerId: string
  account: string
  stripeSubscription: string
  planId: string
  planKind: PlanKind
  /** Another plan or price is set at Stripe for the next period. */
  isMoving: boolean
  /** Stripe may already count its next renewal from another moment (`moveRenewals`). */
  isRenewing: boolean
  versionId: string
  periodStart: Date
  periodEnd: Date
  endsWithPeriod: boolean
  /** Its invoices are paid by link; null: charged automatically. */
  daysUntilDue: number | null
  startedAt: Date
  coupon: CouponTerms | null
  tax: ClinicTax | null
  /** 0: it cannot be paused */
  maxPauseMonths: number
  leavingRefund: 'unused' | 'none'
  members: CoveredMember[]
  money: PlanMoney
  stripePrices: Map<string, string>
  /** The day of the ages that the current period is priced by, in the clinic's zone. */
  priceDay: string
}

export interface CoveredMember {
  id: string
  patientId: string
  /** null: an adult */
  bornOn: string | null
}

/**
 * Loads a subscription to preview or change it.
 * @throws AppError `not_found`, `not_allowed`, `second_step_required`, `subscription_ended` as in cancel-subscription;
 * `payment_processing` until a debit of the payer's bank account has ended
 */
export function loadChangeable(ctx: ClinicCtx, subscriptionId: string): Promise<Changeable> {
  return ctx.transactions.withActor(ctx.caller, (tx) => lockChangeable(tx, ctx, subscriptionId))
}

/** The same in the caller's transaction, which locks the subscription. */
export async function lockChangeable(tx: Tx, ctx: ClinicCtx, subscriptionId: string): Promise<Changeable> {
  await lockOwnSubscription(tx, ctx, subscriptionId)
  return asSystem(tx, async () => {
    await requireSettled(tx, ctx.clinicId, subscriptionId)
    return readChangeable(tx, ctx.clinicId, subscriptionId, ctx.now())
  })
}

/** A change would refund or credit money that may never arrive. */
async function requireSettled(tx: Tx, clinicId: string, subscriptionId: string): Promise<void> {
  const processing = await tx
    .selectFrom('invoices')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'open')
    .where('settles_about', 'is not', null)
    .executeTakeFirst()
  if (processing) throw new AppError('payment_processing')
}

export async function readChangeable(
  tx: Tx,
  clinicId: string,
  subscriptionId: string,
  now: Date,
): Promise<Changeable> {
  const row = await tx
    .selectFrom('subscriptions as s')
    .innerJoin('clinics as c', 'c.id', 's.clinic_id')
    .innerJoin('plans as p', (join) =>
      join.onRef('p.clinic_id', '=', 's.clinic_id').onRef('p.id', '=', 's.plan_id'),
    )
    .innerJoin('plan_versions as v', (join) =>
      join.onRef('v.clinic_id', '=', 's.clinic_id').onRef('v.id', '=', 's.version_id'),
    )
    .select(['s.status', 's.owner_patient_id', 's.stripe_account', 's.stripe_subscription', 's.plan_id'])
    .select(['s.version_id', 's.current_period_start', 's.current_period_end', 's.cancel_at_period_end'])
    .select('s.days_until_due as daysUntilDue')
    .select([
      'p.kind',
      'c.time_zone',
      's.started_at',
      's.coupon_id',
      's.tax_name',
      's.tax_rate_ppm',
      's.tax_is_inclusive',
      'v.max_pause_months',
      'v.leaving_refund',
      's.moves_from',
    ])
    .where('s.clinic_id', '=', clinicId)
    .where('s.id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  const members = await tx
    .selectFrom('subscription_members')
    .select(['id', 'patient_id as patientId', 'born_on as bornOn'])
    .where('clinic_id', '=', clinicId)
    .where('subscription_id', '=', subscriptionId)
    .where('until_on', 'is', null)
    .orderBy('id')
    .execute()
  const coupon = row.coupon_id
    ? await tx
        .selectFrom('coupons')
        .select(['percent', 'amount_cents', 'duration', 'months'])
        .where('clinic_id', '=', clinicId)
        .where('id', '=', row.coupon_id)
        .executeTakeFirst()
    : undefined
  const { current_period_start: periodStart, current_period_end: periodEnd } = row
  // the prices of the next period are set some days before it begins
  const isSet = periodEnd.getTime() - now.getTime() < pricesSetDaysBefore * dayMs
  return {
    id: subscriptionId,
    clinicId,
    timeZone: row.time_zone,
    status: row.status,
    payerId: row.owner_patient_id,
    account: row.stripe_account,
    stripeSubscription: row.stripe_subscription,
    planId: row.plan_id,
    planKind: row.kind as PlanKind,
    isMoving: await isMoving(tx, clinicId, subscriptionId, now),
    isRenewing:
      row.moves_from !== null &&
      Math.min(row.moves_from.getTime(), periodEnd.getTime()) - now.getTime() < movedAheadMs,
    versionId: row.version_id,
    periodStart,
    periodEnd,
    endsWithPeriod: row.cancel_at_period_end,
    daysUntilDue: row.daysUntilDue,
    startedAt: row.started_at,
    coupon: coupon ? termsOf(coupon) : null,
    tax: taxOfRow(row),
    maxPauseMonths: row.max_pause_months,
    leavingRefund: row.leaving_refund as Changeable['leavingRefund'],
    members,
    ...(await versionMoney(tx, clinicId, row.version_id)),
    priceDay: dateIn(isSet ? periodEnd : periodStart, row.time_zone),
  }
}

/**
 * Refuses changes of the price.
 * @throws AppError `subscription_already_ending`, `subscription_overdue`, `subscription_paused`;
 * `subscription_changing` while another plan is set at Stripe for the next period; `plan_by_invoice`, because a change
 * charges or credits at once (docs/decisions/0205)
 */
export function requirePaid({ status, endsWithPeriod, isMoving, daysUntilDue }: Changeable): void {
  if (daysUntilDue !== null) throw new AppError('plan_by_invoice')
  if (status === 'paused') throw new AppError('subscription_paused')
  if (status !== 'active' && status !== 'trialing') throw new AppError('subscription_overdue')
  if (endsWithPeriod) throw new AppError('subscription_already_ending')
  if (isMoving) throw new AppError('subscription_changing')
}
