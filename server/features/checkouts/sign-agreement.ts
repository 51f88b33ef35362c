import { agreementVersion } from '#domain/checkouts/agreement.ts'
import type { PlanAgreement } from '#domain/checkouts/inputs.ts'
import { signAgreementInput } from '#domain/checkouts/invoiced-plans.ts'
import { AppError } from '#domain/errors.ts'
import { taxOfRow } from '#domain/payouts/clinic-tax.ts'
import type { LeavingRefund } from '#domain/plans/plans.ts'
import { type PriceRow, pricesFrom } from '#domain/plans/price-rows.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { presentPlace } from '../plans/clinic-places.ts'
import { ownPatientId } from '../subscriptions/own-patient-id.ts'
import { storeAgreement, wordingOf } from './store-agreement.ts'

/**
 * Returns the agreement of the caller's plan, and stores it word for word once signed: for a plan that the desk added
 * the patient to (docs/decisions/0205). Idempotent per `attempt`.
 * @throws AppError `not_allowed` unless a patient; `second_step_required`, `not_found`; `plan_changed` if the shown
 * wording is not the current one
 */
export const signAgreement = action({
  name: 'sign-agreement',
  input: signAgreementInput,
  access: 'signed-in',
  async run(tx, ctx, { subscriptionId, signature }): Promise<PlanAgreement> {
    const patientId = await ownPatientId(tx, ctx.actor)
    if (!patientId) throw new AppError('not_allowed')
    const plan = await loadPlan(tx, ctx, subscriptionId, patientId)
    const version = agreementVersion(plan.place)
    if (signature) {
      if (signature.version !== version) throw new AppError('plan_changed')
      await asSystem(tx, () => storeAgreement(tx, ctx, plan, signature))
    }
    return { version, lines: wordingOf(plan) }
  },
})

async function loadPlan(tx: Tx, ctx: ClinicCtx, subscriptionId: string, patientId: string) {
  const row = await tx
    .selectFrom('subscriptions as s')
    .innerJoin('clinics as c', 'c.id', 's.clinic_id')
    .innerJoin('plan_versions as v', (join) =>
      join.onRef('v.clinic_id', '=', 's.clinic_id').onRef('v.id', '=', 's.version_id'),
    )
    .select(['s.plan_id', 's.version_id', 's.status', 's.tax_name', 's.tax_rate_ppm', 's.tax_is_inclusive'])
    .select(['v.name', 'v.includes', 'v.excludes', 'v.max_pause_months', 'v.leaving_refund'])
    .select(['v.child_age_limit', 'v.trial_days'])
    .select(['c.name as clinicName', 'c.time_zone as timeZone'])
    .where('s.clinic_id', '=', ctx.clinicId)
    .where('s.id', '=', subscriptionId)
    .where('s.owner_patient_id', '=', patientId)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  const rows = await tx
    .selectFrom('plan_prices')
    .select(['id', 'role', 'interval', 'amount_cents', 'currency'])
    .where('clinic_id', '=', ctx.clinicId)
    .where('version_id', '=', row.version_id)
    .execute()
  const [prices] = pricesFrom(rows as PriceRow[])
  if (!prices) throw new Error(`version ${row.version_id} has no price for adults`)
  return {
    planId: row.plan_id,
    versionId: row.version_id,
    patientId,
    clinicName: row.clinicName,
    name: row.name,
    includes: row.includes,
    excludes: row.excludes,
    money: {
      ...prices,
      childAgeLimit: row.child_age_limit,
      tax: taxOfRow(row),
      // free days that are over, or that this patient did not have, are no term
      trialDays: row.status === 'trialing' ? row.trial_days : 0,
    },
    maxPauseMonths: row.max_pause_months,
    leavingRefund: row.leaving_refund as LeavingRefund,
    place: await presentPlace(tx, ctx.clinicId),
    begins: null,
    timeZone: row.timeZone,
  }
}
