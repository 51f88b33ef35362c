import type { ClinicTier } from '#domain/clinic-tier/clinic-tier.ts'
import { productPlanIds } from '#domain/clinic-tier/product-plans.ts'
import { isRunning } from '#domain/subscriptions/subscriptions.ts'
import type { Services } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { clinicOf } from '#server/platform/database/clinic-of.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { SubscriptionFacts } from '#server/platform/stripe/subscription-reads.ts'
import { nextRead } from '../next-read.ts'

/**
 * Reads a clinic's tier from the platform's own account and updates the local copy. A tier replaces the commission, and
 * its end restores it, from the following month by Stripe's dates, so that no month is billed under two policies
 * (docs/domain-rules.md choice 1).
 */
export async function refreshTier(services: Services, customer: string): Promise<string> {
  const { transactions, stripe, clock } = services
  const readNo = await transactions.withSystem('stripe-sync:refresh-tier', async (tx) => {
    const known = await tx
      .selectFrom('clinic_billing')
      .select('clinic_id')
      .where('clinic_id', '=', await clinicOf(tx, 'billing_customer', customer))
      .executeTakeFirst()
    return known ? nextRead(tx) : null
  })
  if (readNo === null) return 'not ours'
  const all = await stripe.subscriptions.listOf(null, customer)
  if (all.length === 0) return 'no subscription'
  const tiers = await tiersOf(services, all)
  const subscription = tiers.find(({ status }) => isRunning(status)) ?? tiers[0]
  if (!subscription) return 'not a tier'
  const { tier } = subscription

  return transactions.withSystem('stripe-sync:refresh-tier', async (tx) => {
    const before = await tx
      .selectFrom('clinic_billing')
      .selectAll()
      .where('clinic_id', '=', await clinicOf(tx, 'billing_customer', customer))
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (before.read_no >= readNo) return 'older than known'
    for (const each of tiers) await upsertSpan(tx, before.clinic_id, each, readNo)
    await tx
      .updateTable('clinic_billing')
      .set({
        tier,
        stripe_subscription: subscription.id,
        subscription_status: subscription.status,
        current_period_start: subscription.currentPeriodStart,
        current_period_end: subscription.currentPeriodEnd,
        cancel_at_period_end: subscription.cancelAtPeriodEnd,
        read_no: readNo,
        updated_at: clock.now(),
      })
      .where('clinic_id', '=', before.clinic_id)
      .execute()
    if (before.subscription_status !== subscription.status || before.tier !== tier) {
      const change = { tier, from: before.subscription_status, to: subscription.status }
      const subject = { type: 'clinic', id: before.clinic_id }
      await audit(tx, 'clinic_tier.status_changed', subject, change, before.clinic_id)
    }
    return subscription.status
  })
}

type TierSubscription = SubscriptionFacts & { tier: Exclude<ClinicTier, 'free'> }

async function tiersOf({ stripe }: Services, all: SubscriptionFacts[]): Promise<TierSubscription[]> {
  const tierOfPrice = new Map<string, Exclude<ClinicTier, 'free'> | undefined>()
  for (const { price } of all) {
    if (tierOfPrice.has(price)) continue
    const key = await stripe.catalog.lookupKey(null, price)
    tierOfPrice.set(
      price,
      productPlanIds.find((id) => id === key),
    )
  }
  return all.flatMap((subscription) => {
    const tier = tierOfPrice.get(subscription.price)
    return tier ? [{ ...subscription, tier }] : []
  })
}

/** The period in which it ran, by Stripe's dates; nothing if its first payment never succeeded. */
async function upsertSpan(
  tx: Tx,
  clinicId: string,
  { id, status, startedAt, endedAt }: TierSubscription,
  readNo: number,
): Promise<void> {
  if (status === 'incomplete' || status === 'incomplete_expired') return
  const span = { started_at: startedAt, ended_at: endedAt, read_no: readNo }
  await tx
    .insertInto('tier_subscriptions')
    .values({ id, clinic_id: clinicId, ...span })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'id']).doUpdateSet(span))
    .execute()
}
