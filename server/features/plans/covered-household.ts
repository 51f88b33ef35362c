import type { PlanMoney } from '#domain/checkouts/charges.ts'
import type { Household } from '#domain/plans/household.ts'
import { type PriceRow, pricesFrom } from '#domain/plans/price-rows.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** The people covered now. Role `system`. */
export async function coveredHousehold(
  tx: Tx,
  clinicId: string,
  subscription: { id: string; payerId: string },
): Promise<Household> {
  const members = await tx
    .selectFrom('subscription_members')
    .select(['patient_id', 'born_on'])
    .where('clinic_id', '=', clinicId)
    .where('subscription_id', '=', subscription.id)
    .where('until_on', 'is', null)
    .execute()
  const others = members.filter(({ patient_id }) => patient_id !== subscription.payerId)
  return {
    isPayerCovered: others.length < members.length,
    adults: others.filter(({ born_on }) => born_on === null).length,
    children: others.flatMap(({ born_on }) => (born_on ? [born_on] : [])),
  }
}

/** A plan version's amounts with Stripe's prices by role. Role `system`. */
export async function versionMoney(
  tx: Tx,
  clinicId: string,
  versionId: string,
): Promise<{ money: PlanMoney; stripePrices: Map<string, string> }> {
  const version = await tx
    .selectFrom('plan_versions')
    .select(['child_age_limit', 'trial_days'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow()
  const rows = await tx
    .selectFrom('plan_prices')
    .select(['id', 'role', 'interval', 'amount_cents', 'currency', 'stripe_price'])
    .where('clinic_id', '=', clinicId)
    .where('version_id', '=', versionId)
    .execute()
  const [prices] = pricesFrom(rows as PriceRow[])
  if (!prices) throw new Error(`version ${versionId} has no price for adults`)
  return {
    money: { ...prices, childAgeLimit: version.child_age_limit, trialDays: version.trial_days },
    stripePrices: new Map(rows.flatMap(({ role, stripe_price: id }) => (id ? [[role, id] as const] : []))),
  }
}

export function stripeItems(
  items: readonly { role: string; quantity: number }[],
  stripePrices: ReadonlyMap<string, string>,
): { price: string; quantity: number }[] {
  return items.map(({ role, quantity }) => {
    const price = stripePrices.get(role)
    if (!price) throw new Error(`no price at Stripe for the role ${role}`)
    return { price, quantity }
  })
}
