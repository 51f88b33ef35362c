import type { PlanMoney } from '#domain/checkouts/charges.ts'
import { AppError } from '#domain/errors.ts'
import { type DebitMethod, paysOnJoining } from '#domain/payouts/bank-debits.ts'
import type { Place } from '#domain/plans/places.ts'
import { type LeavingRefund, type PlanKind, sellingProblem } from '#domain/plans/plans.ts'
import { type PriceRow, pricesFrom } from '#domain/plans/price-rows.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { isClosing } from '#server/clinic/clinic-closing.ts'
import { isStoppedForDebt } from '#server/clinic/clinic-debt.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { presentPlace } from '../plans/clinic-places.ts'
import { type PlanStart, planStart } from '../plans/plan-start.ts'
import { ownPatientId } from '../subscriptions/own-patient-id.ts'

export interface Offer extends Pick<PlanStart, 'begins' | 'freeUntil'> {
  kind: PlanKind
  planId: string
  versionId: string
  name: string
  includes: string[]
  excludes: string[]
  money: PlanMoney
  maxPauseMonths: number
  leavingRefund: LeavingRefund
  /** Place whose law the agreement names. */
  place: Place | null
  product: string
  stripePrices: Map<string, string>
  taxRate: string | null
  patientId: string
  clinicName: string
  timeZone: string
  account: string
  /** Ways to pay on the page. */
  methods: ('card' | DebitMethod)[]
  email: string | null
  customer: string | null
}

/**
 * Loads the plan that the caller, or at the desk a patient, wants to join or, with `isSwitch`, to change to, by its adult
 * price. Free days are for joining, once.
 * @throws AppError `not_allowed` unless a patient; `not_found`, `plan_not_published`, `plan_changed`, `joining_paused`
 * as in join-plan
 */
export function loadOffer(
  ctx: ClinicCtx,
  priceId: string,
  { isSwitch = false, atDeskFor = null }: { isSwitch?: boolean; atDeskFor?: string | null } = {},
): Promise<Offer> {
  return ctx.transactions.withActor(ctx.caller, async (tx, actor) => {
    const patientId = atDeskFor ?? (await ownPatientId(tx, actor))
    if (!patientId) throw new AppError('not_allowed')
    return asSystem(tx, async () => {
      const price = await tx
        .selectFrom('plan_prices as r')
        .innerJoin('plans as p', (join) =>
          join.onRef('p.clinic_id', '=', 'r.clinic_id').onRef('p.id', '=', 'r.plan_id'),
        )
        .select(['p.id as planId', 'p.kind', 'p.status', 'p.name', 'p.includes', 'p.excludes'])
        .select([
          'p.child_age_limit',
          'p.trial_days',
          'p.max_pause_months',
          'p.leaving_refund',
          'p.stripe_product',
          'r.stripe_price',
          'r.is_active',
          'r.version_id',
        ])
        .where('r.clinic_id', '=', ctx.clinicId)
        .where('r.id', '=', priceId)
        .where('r.role', '=', 'adult')
        .executeTakeFirst()
      // patients must not learn of a draft
      if (!price?.stripe_price || !price.version_id || !price.stripe_product) throw new AppError('not_found')
      if (price.status !== 'published') throw new AppError('plan_not_published')
      if (!price.is_active) throw new AppError('plan_changed')
      const rows = await tx
        .selectFrom('plan_prices')
        .select(['id', 'role', 'interval', 'amount_cents', 'currency', 'stripe_price'])
        .where('clinic_id', '=', ctx.clinicId)
        .where('version_id', '=', price.version_id)
        .execute()
      const prices = pricesFrom(rows as PriceRow[]).find(({ id }) => id === priceId)
      if (!prices) throw new AppError('not_found')

      const payouts = await tx
        .selectFrom('payout_accounts')
        .select(['stripe_account', 'charges_enabled as chargesEnabled'])
        .where('clinic_id', '=', ctx.clinicId)
        .executeTakeFirst()
      if (!payouts || sellingProblem(payouts)) throw new AppError('joining_paused')
      if (await isStoppedForDebt(tx, ctx.clinicId, ctx.now())) throw new AppError('joining_paused')
      if (await isClosing(tx, ctx.clinicId)) throw new AppError('clinic_closing')

      const tax = await tx
        .selectFrom('clinic_taxes')
        .select(['name', 'rate_ppm as ratePpm', 'is_inclusive as isInclusive', 'stripe_rate as rate'])
        .where('clinic_id', '=', ctx.clinicId)
        .where('ended_at', 'is', null)
        .where((row) => row.or([row('plan_kind', 'is', null), row('plan_kind', '=', price.kind)]))
        .where('stripe_account', '=', payouts.stripe_account)
        .executeTakeFirst()
      const patient = await tx
        .selectFrom('patients')
        .innerJoin('clinics', 'clinics.id', 'patients.clinic_id')
        .leftJoin('patient_customers as c', (join) =>
          join
            .onRef('c.clinic_id', '=', 'patients.clinic_id')
            .onRef('c.patient_id', '=', 'patients.id')
            .on('c.stripe_account', '=', payouts.stripe_account),
        )
        .select(['patients.email', 'c.stripe_customer', 'clinics.name', 'clinics.time_zone'])
        .select('clinics.bank_debit as debit')
        .where('patients.clinic_id', '=', ctx.clinicId)
        .where('patients.id', '=', patientId)
        .executeTakeFirstOrThrow()
      const { planId, name, includes, excludes } = price
      const { time_zone: timeZone } = patient
      const { trialDays, begins, freeUntil } = await planStart(
        tx,
        { id: ctx.clinicId, timeZone },
        { id: planId, trialDays: isSwitch ? 0 : price.trial_days },
        patientId,
        ctx.now(),
      )
      return {
        kind: price.kind as PlanKind,
        planId,
        versionId: price.version_id,
        name,
        includes,
        excludes,
        product: price.stripe_product,
        money: {
          ...prices,
          childAgeLimit: price.child_age_limit,
          trialDays,
          tax: tax ?? null,
        },
        taxRate: tax?.rate ?? null,
        stripePrices: new Map(
          rows.flatMap(({ role, stripe_price: id }) => (id ? [[role, id] as const] : [])),
        ),
        maxPauseMonths: price.max_pause_months,
        leavingRefund: price.leaving_refund as LeavingRefund,
        place: await presentPlace(tx, ctx.clinicId),
        patientId,
        begins,
        freeUntil,
        clinicName: patient.name,
        timeZone,
        methods: methodsOf(patient.debit as DebitMethod | null),
        account: payouts.stripe_account,
        // Stripe would send mail to an unconfirmed address, which may belong to another person
        email: ctx.actor.emailConfirmed && !atDeskFor ? patient.email : null,
        customer: patient.stripe_customer,
      }
    })
  })
}

function methodsOf(debit: DebitMethod | null): Offer['methods'] {
  return debit && paysOnJoining(debit) ? ['card', debit] : ['card']
}
