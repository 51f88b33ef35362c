import { previewTierInput, type TierPreview } from '#domain/clinic-tier/clinic-tier.ts'
import { AppError } from '#domain/errors.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { requireRoomIn, runningTier } from './running-tier.ts'
import { tierPrice } from './tier-price.ts'

/**
 * Returns the cost of changing the clinic's running tier now. `create-checkout` charges this amount if it is called
 * with the returned instant.
 * @throws AppError `clinic_tier_current`, `clinic_tier_too_small`; `payments_unavailable`
 */
export const previewTier = outwardAction({
  name: 'preview-tier',
  input: previewTierInput,
  access: 'billing:write',
  system: 'Stripe’s ids are granted to no caller',
  async run(ctx, { plan }): Promise<TierPreview> {
    const running = await ctx.transactions.withActor(ctx.caller, (tx) =>
      asSystem(tx, async () => {
        await requireRoomIn(tx, ctx.clinicId, plan)
        return runningTier(tx, ctx.clinicId)
      }),
    )
    const at = ctx.now()
    if (!running) return { amountCents: null, currency: 'usd', changeAt: at.toISOString() }
    if (running.tier === plan) throw new AppError('clinic_tier_current')
    const price = await tierPrice(ctx, plan)
    const preview = await ctx.stripe.subscriptions.previewChange(null, running.subscription, { price, at })
    return { ...preview, changeAt: at.toISOString() }
  },
})
