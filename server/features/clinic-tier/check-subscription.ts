import * as z from 'zod/mini'
import { type ClinicTier, type SubscriptionTier, tierInEffect } from '#domain/clinic-tier/clinic-tier.ts'
import { isEntitled } from '#domain/subscriptions/subscriptions.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { heldPlans } from '../subscriptions/held-plans.ts'
import { ownPatientId } from '../subscriptions/own-patient-id.ts'

/**
 * Returns the caller's subscription, from the local copy of Stripe's data (docs/specification.md A7; docs/payments.md
 * 6): the clinic's tier for the team, the kind of the running plan for a patient, else `free`. Without a clinic in the
 * address, the clinic is the one that the caller has been an admin of longest.
 */
export const checkSubscription = action({
  name: 'check-subscription',
  input: z.object({}),
  access: 'signed-in',
  system: 'who sees no billing reads no tier',
  async run(tx, ctx): Promise<SubscriptionTier> {
    // a user with an unconfirmed address may have a plan without the patient's rights
    const patientId = ctx.actor.role === null ? await ownPatientId(tx, ctx.actor) : ctx.actor.patientId
    return asSystem(tx, async () => {
      if (ctx.actor.role === 'patient' || (ctx.actor.role === null && patientId)) {
        return { subscription_tier: await patientTier(tx, ctx, ctx.clinicId, patientId) }
      }
      const clinicId = ctx.actor.role ? ctx.clinicId : await primaryClinic(tx, ctx.userId)
      return { subscription_tier: clinicId ? await clinicTier(tx, ctx, clinicId) : 'free' }
    })
  },
})

async function clinicTier(tx: Tx, ctx: ClinicCtx, clinicId: string): Promise<ClinicTier> {
  const billing = await tx
    .selectFrom('clinic_billing')
    .select(['tier', 'subscription_status as status', 'current_period_start as currentPeriodStart'])
    .where('clinic_id', '=', clinicId)
    .executeTakeFirstOrThrow()
  return tierInEffect({ ...billing, tier: billing.tier as ClinicTier }, ctx.now())
}

async function patientTier(
  tx: Tx,
  ctx: ClinicCtx,
  clinicId: string,
  patientId: string | null,
): Promise<string> {
  if (!patientId) return 'free'
  const running = (await heldPlans(tx, clinicId, patientId)).filter((plan) => isEntitled(plan, ctx.now()))
  return (running.find(({ kind }) => kind === 'wellness') ?? running[0])?.kind ?? 'free'
}

async function primaryClinic(tx: Tx, userId: string): Promise<string | undefined> {
  const membership = await tx
    .selectFrom('clinic_memberships')
    .select('clinic_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .executeTakeFirst()
  return membership?.clinic_id
}
