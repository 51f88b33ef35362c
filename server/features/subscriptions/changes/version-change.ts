import { householdItems, isChildOn } from '#domain/plans/household.ts'
import type { PlanInterval } from '#domain/plans/plans.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { Services } from '#server/clinic/action.ts'
import { stripeItems, versionMoney } from '#server/features/plans/covered-household.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { householdOf } from './household-change.ts'
import type { Changeable } from './load-changeable.ts'
import type { RecordedChange } from './recorded-change.ts'

export interface VersionChange {
  /** Now, charging the difference; otherwise from the next period on, without a charge. */
  isNow: boolean
  fromCents: number
  toCents: number
}

/** The day of the ages when a plan begins now: another interval starts a new period. */
export function firstDayOf(
  { money, priceDay, timeZone }: Changeable,
  interval: PlanInterval,
  at: Date,
): string {
  return interval === money.interval ? priceDay : dateIn(at, timeZone)
}

/** Sets the prices of another plan or version for all covered people. */
export async function changeVersionAtStripe(
  { stripe, transactions }: Services,
  change: RecordedChange,
  present: Changeable,
): Promise<boolean> {
  const { isNow } = change.details as VersionChange
  const { account, stripeSubscription, clinicId, timeZone, periodEnd } = present
  const { money, stripePrices } = await transactions.withSystem('subscription-change', (tx) =>
    versionMoney(tx, clinicId, change.versionId ?? present.versionId),
  )
  const day = isNow ? firstDayOf(present, money.interval, change.quotedAt) : dateIn(periodEnd, timeZone)
  const items = stripeItems(householdItems(money, householdOf(present), day), stripePrices)
  const key = `change:${change.id}`
  if (isNow)
    return stripe.subscriptions.changeItems(account, stripeSubscription, { items, at: change.quotedAt, key })
  await stripe.subscriptions.setItems(account, stripeSubscription, { items, key })
  return true
}

/** A coupon's discount belongs to its version, and so does the age limit for children. */
export async function afterVersionChange(tx: Tx, change: RecordedChange, present: Changeable): Promise<void> {
  const { clinicId, timeZone, periodEnd, members } = present
  const { isNow } = change.details as VersionChange
  await tx
    .updateTable('subscriptions')
    .set({ coupon_id: null })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', change.subscriptionId)
    .execute()
  const { money } = await versionMoney(tx, clinicId, change.versionId ?? present.versionId)
  const day = isNow ? firstDayOf(present, money.interval, change.quotedAt) : dateIn(periodEnd, timeZone)
  for (const { id, bornOn } of members)
    await tx
      .updateTable('subscription_members')
      .set({ role: bornOn !== null && isChildOn(bornOn, day, money.childAgeLimit) ? 'child' : 'adult' })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', id)
      .execute()
}
