import type { PlanMoney } from '#domain/checkouts/charges.ts'
import type { Household } from '#domain/plans/household.ts'
import { type PriceRow, pricesFrom } from '#domain/plans/price-rows.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** A payer with a date of birth is covered as a child. */
export function householdOfMembers(
  members: readonly { patientId: string; bornOn: string | null }[],
  payerId: string,
): Household {
  const children = members.filter(({ bornOn }) => bornOn !== null)
  const adults = members.filter(({ bornOn }) => bornOn === null)
  const isPayerCovered = adults.some(({ patientId }) => patientId === payerId)
  return {
    isPayerCovered,
    adults: adults.length - Number(isPayerCovered),
    children: children.map(({ bornOn }) => bornOn ?? ''),
  }
}

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
  return householdOfMembers(
    members.map(({ patient_id: patientId, born_on: bornOn }) => ({ patientId, bornOn })),
    subscription.payerId,
  )
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
