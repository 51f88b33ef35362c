import { AppError } from '#domain/errors.ts'
import { planIdInput } from '#domain/plans/inputs.ts'
import type { LeavingPolicy } from '#domain/plans/place-law.ts'
import type { LeavingRefund, PlanInterval, PlanView } from '#domain/plans/plans.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { requireLawful } from './clinic-places.ts'
import { type OfferedPrice, offerAtStripe, sellingAccount } from './offer-at-stripe.ts'
import { activePrices, addVersion, adultPrice, type LockedPlan, lockPlan, planView } from './queries.ts'

/**
 * Publishes a draft on the join page, with product and price in the clinic's Stripe account. No effect if it is
 * published already.
 * @throws AppError `payouts_not_ready` (`sellingProblem`); `clinic_card_missing`, `commission_overdue`
 * (`sellingAccount`)
 * @throws AppError `invalid_input` for terms that the law of the clinic's place forbids
 * @throws AppError `not_found`, `payments_unavailable`; `plan_not_published` if closed
 */
export const publishPlan = outwardAction({
  name: 'publish-plan',
  input: planIdInput,
  access: 'plans:write',
  system: 'Stripe’s ids are granted to no caller',
  async run(ctx, { planId }): Promise<PlanView> {
    // repeats if the draft's price was edited during the call to Stripe
    for (let round = 0; round < 3; round++) {
      const { draft, account } = await loadDraft(ctx, planId)
      if (draft.plan.status === 'published') return planView(draft)
      const atStripe = await offerAtStripe(
        ctx,
        account,
        { id: draft.plan.id, name: draft.plan.name },
        draft.prices as OfferedPrice[],
      )
      const published = await markPublished(ctx, draft, atStripe)
      if (published) return planView(published)
    }
    throw new AppError('payments_unavailable', { details: { because: 'draft keeps changing' } })
  },
})

function policyOf({ plan, prices }: LockedPlan): LeavingPolicy {
  return {
    interval: adultPrice(prices).interval as PlanInterval,
    leavingRefund: plan.leaving_refund as LeavingRefund,
  }
}

function loadDraft(ctx: ClinicCtx, planId: string): Promise<{ draft: LockedPlan; account: string }> {
  return ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      const draft = await lockPlan(tx, ctx.clinicId, planId)
      if (!draft) throw new AppError('not_found')
      if (!['draft', 'published'].includes(draft.plan.status)) throw new AppError('plan_not_published')
      // a draft may be older than the clinic's place
      if (draft.plan.status === 'draft') await requireLawful(tx, ctx.clinicId, policyOf(draft))
      return { draft, account: await sellingAccount(tx, ctx.clinicId, ctx.now()) }
    }),
  )
}

function markPublished(
  ctx: ClinicCtx,
  draft: LockedPlan,
  atStripe: { product: string; stripePrices: Map<string, string> },
): Promise<LockedPlan | null> {
  return ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      const now = await lockPlan(tx, ctx.clinicId, draft.plan.id)
      if (!now || now.prices.map(({ id }) => id).join() !== draft.prices.map(({ id }) => id).join())
        return null
      if (now.plan.status !== 'draft') return now
      await requireLawful(tx, ctx.clinicId, policyOf(now))
      const { name, description, includes, excludes, child_age_limit, trial_days } = now.plan
      const { max_pause_months, leaving_refund: leavingRefund } = now.plan
      const leaving_refund = leavingRefund as LeavingRefund
      const words = {
        name,
        description,
        includes,
        excludes,
        child_age_limit,
        trial_days,
        max_pause_months,
        leaving_refund,
      }
      const versionId = await addVersion(tx, ctx, now.plan.id, words, 1)
      for (const { id } of now.prices)
        await tx
          .updateTable('plan_prices')
          .set({ stripe_price: atStripe.stripePrices.get(id) ?? null, version_id: versionId })
          .where('clinic_id', '=', ctx.clinicId)
          .where('id', '=', id)
          .execute()
      const plan = await tx
        .updateTable('plans')
        .set({
          status: 'published',
          stripe_product: atStripe.product,
          published_at: ctx.now(),
          updated_at: ctx.now(),
        })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', now.plan.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await audit(tx, 'plan.published', { type: 'plan', id: plan.id }, { price: adultPrice(now.prices).id })
      return { plan, prices: await activePrices(tx, ctx.clinicId, plan.id) }
    }),
  )
}
