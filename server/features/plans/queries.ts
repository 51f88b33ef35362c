import { AppError } from '#domain/errors.ts'
import { priceProblem } from '#domain/plans/inputs.ts'
import type { LeavingRefund, PlanInterval, PlanKind, PlanStatus, PlanView } from '#domain/plans/plans.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

/** `adult` is required; the others are optional. */
export const priceRoles = ['adult', 'child', 'household', 'enrolment'] as const
export type PlanPriceRole = (typeof priceRoles)[number]

/**
 * Locks a plan of this clinic with its active prices. For callers with `plans:write`.
 * @returns undefined if not the clinic's
 */
export async function lockPlan(tx: Tx, clinicId: string, planId: string) {
  const plan = await asSystem(tx, () =>
    tx
      .selectFrom('plans')
      .selectAll()
      .where('clinic_id', '=', clinicId)
      .where('id', '=', planId)
      .forUpdate()
      .executeTakeFirst(),
  )
  if (!plan) return undefined
  return { plan, prices: await activePrices(tx, clinicId, planId) }
}

export type LockedPlan = NonNullable<Awaited<ReturnType<typeof lockPlan>>>
export type PriceRow = Awaited<ReturnType<typeof activePrices>>[number]

/** The prices on offer, the adult's first. */
export async function activePrices(tx: Tx, clinicId: string, planId: string) {
  const rows = await tx
    .selectFrom('plan_prices')
    .select(['id', 'role', 'interval', 'amount_cents', 'currency'])
    .where('clinic_id', '=', clinicId)
    .where('plan_id', '=', planId)
    .where('is_active', '=', true)
    .execute()
  return rows.toSorted(
    (a, b) => priceRoles.indexOf(a.role as PlanPriceRole) - priceRoles.indexOf(b.role as PlanPriceRole),
  )
}

/** The version on sale, or the last one of a closed plan; undefined for a draft. Role `system`. */
export function presentVersion(tx: Tx, clinicId: string, planId: string) {
  return tx
    .selectFrom('plan_versions')
    .select(['id', 'number'])
    .where('clinic_id', '=', clinicId)
    .where('plan_id', '=', planId)
    .where('superseded_at', 'is', null)
    .executeTakeFirst()
}

/** A plan's texts and terms, without its kind and prices. */
export interface PlanWords {
  name: string
  description: string
  includes: string[]
  excludes: string[]
  childAgeLimit: number
  trialDays: number
  maxPauseMonths: number
  leavingRefund: LeavingRefund
}

/** The columns that a plan and its present version share. */
export function wordColumns(plan: PlanWords) {
  const { name, description, includes, excludes, childAgeLimit, trialDays } = plan
  const { maxPauseMonths, leavingRefund } = plan
  return {
    name,
    description,
    includes,
    excludes,
    child_age_limit: childAgeLimit,
    trial_days: trialDays,
    max_pause_months: maxPauseMonths,
    leaving_refund: leavingRefund,
  }
}

/**
 * Adds a version. Role `system`.
 * @returns its id
 */
export async function addVersion(
  tx: Tx,
  ctx: ClinicCtx,
  planId: string,
  words: ReturnType<typeof wordColumns>,
  number: number,
): Promise<string> {
  const { id } = await tx
    .insertInto('plan_versions')
    .values({ clinic_id: ctx.clinicId, plan_id: planId, number, ...words, published_at: ctx.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface WantedPrices {
  interval: PlanInterval
  amountCents: number
  childCents: number | null
  householdCents: number | null
  enrolmentCents: number | null
}

/** @throws AppError `invalid_input` for contradicting household prices */
export function requireSensiblePrices(prices: WantedPrices): void {
  const problem = priceProblem(prices)
  if (problem)
    throw new AppError('invalid_input', { fields: [{ path: problem.field, message: problem.message }] })
}

export function amountsByRole(prices: WantedPrices): { role: PlanPriceRole; amountCents: number }[] {
  const { amountCents, childCents, householdCents, enrolmentCents } = prices
  const amounts = {
    adult: amountCents,
    child: childCents,
    household: householdCents,
    enrolment: enrolmentCents,
  }
  return priceRoles.flatMap((role) => {
    const cents = amounts[role]
    return cents === null ? [] : [{ role, amountCents: cents }]
  })
}

export function planView({ plan, prices }: LockedPlan): PlanView {
  const price = adultPrice(prices)
  const centsOf = (role: PlanPriceRole) => prices.find((each) => each.role === role)?.amount_cents ?? null
  return {
    id: plan.id,
    kind: plan.kind as PlanKind,
    name: plan.name,
    description: plan.description,
    includes: plan.includes,
    excludes: plan.excludes,
    status: plan.status as PlanStatus,
    childAgeLimit: plan.child_age_limit,
    trialDays: plan.trial_days,
    maxPauseMonths: plan.max_pause_months,
    leavingRefund: plan.leaving_refund as LeavingRefund,
    price: {
      id: price.id,
      interval: price.interval as PlanInterval,
      amountCents: price.amount_cents,
      childCents: centsOf('child'),
      householdCents: centsOf('household'),
      enrolmentCents: centsOf('enrolment'),
      currency: price.currency,
    },
  }
}

export function adultPrice(prices: readonly PriceRow[]): PriceRow {
  const price = prices.find(({ role }) => role === 'adult')
  if (!price) throw new Error('a plan without a price for adults')
  return price
}
