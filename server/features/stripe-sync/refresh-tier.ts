import type { ClinicTier } from '#domain/clinic-tier/clinic-tier.ts'
import { productPlanIds } from '#domain/clinic-tier/product-plans.ts'
import { type BillingPolicy, policyForMonth } from '#domain/statements/commission.ts'
import { localMonth, nextMonth } from '#domain/statements/months.ts'
import { isRunning } from '#domain/subscriptions/subscriptions.ts'
import type { Services } from '#server/platform/action.ts'
import { audit } from '#server/platform/audit.ts'
import { nextRead } from './next-read.ts'

/**
 * Reads what a clinic pays Carefold, in the platform's own account, and updates the local copy.
 *
 * A tier replaces the commission; when it ends, the commission returns. Either change takes effect at the start of a
 * month, so that no month is billed under two policies (docs/domain-rules.md choice 1).
 *
 * @returns what was done, for the inbox
 */
export async function refreshTier(services: Services, customer: string): Promise<string> {
  const { transactions, stripe, clock } = services
  const readNo = await transactions.withSystem('stripe-sync:refresh-tier', async (tx) => {
    const known = await tx
      .selectFrom('clinic_billing')
      .select('clinic_id')
      .where('stripe_customer', '=', customer)
      .executeTakeFirst()
    return known ? nextRead(tx) : null
  })
  if (readNo === null) return 'not ours'
  const all = await stripe.subscriptions.listOf(null, customer)
  const subscription = all.find(({ status }) => isRunning(status)) ?? all[0]
  if (!subscription) return 'no subscription'
  const tier = tierOf(await stripe.catalog.lookupKey(null, subscription.price))
  if (!tier) return 'not a tier'

  return transactions.withSystem('stripe-sync:refresh-tier', async (tx) => {
    const before = await tx
      .selectFrom('clinic_billing')
      .selectAll()
      .where('stripe_customer', '=', customer)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (before.read_no >= readNo) return 'older than known'
    const month = localMonth(clock.now(), before.time_zone)
    await tx
      .updateTable('clinic_billing')
      .set({
        tier,
        stripe_subscription: subscription.id,
        subscription_status: subscription.status,
        current_period_start: subscription.currentPeriodStart,
        current_period_end: subscription.currentPeriodEnd,
        cancel_at_period_end: subscription.cancelAtPeriodEnd,
        ...policyChange(before, isRunning(subscription.status) ? 'tier' : 'partnership', month),
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

function tierOf(lookupKey: string | null): Exclude<ClinicTier, 'free'> | null {
  return productPlanIds.find((id) => id === lookupKey) ?? null
}

/** The columns that schedule `wanted` for the next month, or cancel what was scheduled. */
function policyChange(
  billing: { policy: string; next_policy: string | null; next_policy_month: string | null },
  wanted: BillingPolicy,
  month: string,
) {
  const present = policyForMonth(
    {
      policy: billing.policy as BillingPolicy,
      nextPolicy: billing.next_policy as BillingPolicy | null,
      nextPolicyMonth: billing.next_policy_month,
    },
    month,
  )
  const isScheduled = billing.next_policy !== null && (billing.next_policy_month ?? '') > month
  const coming = isScheduled ? billing.next_policy : present
  if (coming === wanted) return {}
  return present === wanted
    ? { policy: present, next_policy: null, next_policy_month: null }
    : { policy: present, next_policy: wanted, next_policy_month: nextMonth(month) }
}
