import * as z from 'zod/mini'
import { AppError } from '#domain/errors.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { refreshTier } from '../stripe-sync/refresh/refresh-tier.ts'
import { runningTier } from './running-tier.ts'

/**
 * Cancels the clinic's tier at the end of the paid period; the commission applies from the following month. Idempotent.
 * @throws AppError `clinic_tier_missing` without a running tier; `payments_unavailable`
 */
export const cancelTier = outwardAction({
  name: 'cancel-tier',
  input: z.object({}),
  access: 'billing:write',
  system: 'Stripe’s ids are granted to no caller',
  run: (ctx) => setEnding(ctx, true),
})

/** Undoes the cancellation of the clinic's tier before it has ended. */
export const resumeTier = outwardAction({
  name: 'resume-tier',
  input: z.object({}),
  access: 'billing:write',
  system: 'Stripe’s ids are granted to no caller',
  run: (ctx) => setEnding(ctx, false),
})

async function setEnding(ctx: ClinicCtx, cancel: boolean): Promise<{ success: true }> {
  const running = await ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, () => runningTier(tx, ctx.clinicId)),
  )
  if (!running) throw new AppError('clinic_tier_missing')
  const isSet = await ctx.stripe.subscriptions.setCancelAtPeriodEnd(null, running.subscription, {
    cancel,
    key: `tier-end:${running.subscription}:${cancel}:${ctx.caller.requestId}`,
  })
  if (isSet) {
    await ctx.transactions.withActor(ctx.caller, (tx) =>
      audit(
        tx,
        cancel ? 'clinic_tier.canceled' : 'clinic_tier.resumed',
        { type: 'clinic', id: ctx.clinicId },
        {},
      ),
    )
  }
  await refreshTier(ctx, running.customer)
  if (!isSet) throw new AppError('clinic_tier_missing')
  return { success: true }
}
