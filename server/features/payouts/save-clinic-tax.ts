import { AppError } from '#domain/errors.ts'
import { type ClinicTaxRule, ratePpmOf } from '#domain/payouts/clinic-tax.ts'
import { countryOfCurrency, isClinicCurrency } from '#domain/payouts/currencies.ts'
import { saveClinicTaxInput } from '#domain/payouts/inputs.ts'
import type { PlanKind } from '#domain/plans/plans.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Sets the tax on the clinic's plans for new members; running plans stay unchanged. A rate at Stripe is replaced, never
 * changed.
 * @throws AppError `not_allowed`, `second_step_required`
 * @throws AppError `payouts_not_ready` without an account at Stripe; `payments_unavailable`
 */
export const saveClinicTax = outwardAction({
  name: 'save-clinic-tax',
  input: saveClinicTaxInput,
  access: 'payouts:write',
  async run(ctx, { tax }): Promise<{ tax: ClinicTaxRule | null }> {
    const { account, country, current } = await loadStanding(ctx)
    const wanted = tax && {
      name: tax.name,
      ratePpm: ratePpmOf(tax.percentage) ?? 0,
      isInclusive: tax.isInclusive,
      planKind: tax.planKind,
    }
    if (isSame(wanted, current)) return { tax: wanted }
    const rate =
      wanted &&
      (await ctx.stripe.taxRates.create(account, {
        name: wanted.name,
        isInclusive: wanted.isInclusive,
        percentage: wanted.ratePpm / 10_000,
        country,
        key: `tax-rate:${ctx.clinicId}:${ctx.caller.requestId}`,
      }))
    await ctx.transactions.withActor(ctx.caller, (tx) =>
      asSystem(tx, async () => {
        const now = ctx.now()
        await tx.selectFrom('clinics').select('id').where('id', '=', ctx.clinicId).forNoKeyUpdate().execute()
        await tx
          .updateTable('clinic_taxes')
          .set({ ended_at: now })
          .where('clinic_id', '=', ctx.clinicId)
          .where('ended_at', 'is', null)
          .execute()
        if (wanted && rate) {
          await tx
            .insertInto('clinic_taxes')
            .values({
              clinic_id: ctx.clinicId,
              name: wanted.name,
              rate_ppm: wanted.ratePpm,
              is_inclusive: wanted.isInclusive,
              plan_kind: wanted.planKind,
              stripe_account: account,
              stripe_rate: rate,
              started_at: now,
            })
            .execute()
        }
        const words = wanted ? `${wanted.name} ${wanted.ratePpm / 10_000} %` : 'none'
        await audit(tx, 'clinic.tax_changed', { type: 'clinic', id: ctx.clinicId }, { to: words })
      }),
    )
    if (current) await ctx.stripe.taxRates.archive(current.account, current.rate)
    return { tax: wanted }
  },
})

function loadStanding(ctx: ClinicCtx) {
  return ctx.transactions.withSystem('payouts:tax', async (tx) => {
    const clinic = await tx
      .selectFrom('clinics as c')
      .leftJoin('payout_accounts as p', 'p.clinic_id', 'c.id')
      .select(['c.currency', 'p.stripe_account as account'])
      .where('c.id', '=', ctx.clinicId)
      .executeTakeFirstOrThrow()
    if (!clinic.account) throw new AppError('payouts_not_ready')
    const current = await tx
      .selectFrom('clinic_taxes')
      .select(['name', 'rate_ppm as ratePpm', 'is_inclusive as isInclusive'])
      .select('plan_kind as planKind')
      .select(['stripe_account as account', 'stripe_rate as rate'])
      .where('clinic_id', '=', ctx.clinicId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    const country = isClinicCurrency(clinic.currency) ? countryOfCurrency[clinic.currency] : 'US'
    return {
      account: clinic.account,
      country,
      current: current ? { ...current, planKind: current.planKind as PlanKind | null } : null,
    }
  })
}

function isSame(wanted: ClinicTaxRule | null, current: ClinicTaxRule | null): boolean {
  if (!wanted || !current) return wanted === current
  return (
    wanted.name === current.name &&
    wanted.ratePpm === current.ratePpm &&
    wanted.isInclusive === current.isInclusive &&
    wanted.planKind === current.planKind
  )
}
