import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import type { ProductPlanId } from '#domain/clinic-tier/product-plans.ts'
import { AppError } from '#domain/errors.ts'
import { paths } from '#domain/paths.ts'
import { hourMs } from '#domain/values/durations.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { clinicPage } from '#server/platform/http/clinic-page.ts'
import { refreshTier } from '../stripe-sync/refresh/refresh-tier.ts'
import { type RunningTier, requireRoomIn } from './running-tier.ts'
import { tierPrice } from './tier-price.ts'

/**
 * Changes a running tier now. Charges the difference to the saved card, or credits it to the next invoices; the amount
 * equals the preview's while that is recent.
 * @param changeAt the instant of the preview, ISO
 * @returns URL of the plan's page
 * @throws AppError `clinic_tier_current`, `clinic_tier_too_small`, `clinic_card_declined`
 */
export async function changeTier(
  ctx: ClinicCtx,
  running: RunningTier,
  plan: ProductPlanId,
  changeAt: string | undefined,
): Promise<PageUrl> {
  if (running.tier === plan) throw new AppError('clinic_tier_current')
  await ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, () => requireRoomIn(tx, ctx.clinicId, plan)),
  )
  const previewedAt = changeAt ? new Date(changeAt) : null
  const now = ctx.now()
  const isFresh = previewedAt && previewedAt <= now && now.getTime() - previewedAt.getTime() < hourMs
  const at = isFresh ? previewedAt : now
  const isChanged = await ctx.stripe.subscriptions.changePrice(null, running.subscription, {
    price: await tierPrice(ctx, plan),
    at,
    key: `tier:${running.subscription}:${running.tier}:${plan}:${Math.floor(at.getTime() / 1000)}`,
  })
  if (!isChanged) throw new AppError('clinic_card_declined')
  await ctx.transactions.withActor(ctx.caller, (tx) =>
    audit(tx, 'clinic_tier.changed', { type: 'clinic', id: ctx.clinicId }, { from: running.tier, to: plan }),
  )
  await refreshTier(ctx, running.customer)
  return { url: clinicPage(ctx, ctx.actor.clinicSubdomain ?? '', paths.settingsPlan, `changed=${plan}`) }
}
