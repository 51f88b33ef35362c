import { AppError } from '#domain/errors.ts'
import type { Household } from '#domain/plans/household.ts'
import { coversHousehold, householdItems, householdLimits, isChildOn } from '#domain/plans/household.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { Services } from '#server/clinic/action.ts'
import { householdOfMembers, stripeItems } from '#server/features/plans/covered-household.ts'
import { addPatient } from '#server/features/stripe-sync/cover-household.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Changeable } from './load-changeable.ts'
import type { RecordedChange } from './recorded-change.ts'

const texts = subscriptionTexts.page.household

export interface HouseholdChange {
  add: { name: string; bornOn: string | null }[]
  /** Ids of `subscription_members`. */
  remove: string[]
}

/**
 * The household after a change.
 * @throws AppError `invalid_input` for an unknown person, an empty household, a future date of birth, too many people,
 * or a plan for one person
 */
export function householdAfter(
  present: Changeable,
  change: { add: { bornOn: string | null }[]; remove: string[] },
  now: Date,
): Household {
  const refuse = (path: string, message: string) =>
    new AppError('invalid_input', { fields: [{ path, message }] })
  const { members, payerId, money, timeZone } = present
  const isKnown = (id: string) => members.some((member) => member.id === id)
  if (!change.remove.every(isKnown)) throw refuse('remove', texts.notHere)
  if (change.add.length > 0 && !coversHousehold(money)) throw refuse('add', texts.single)
  const today = dateIn(now, timeZone)
  const unborn = change.add.findIndex(({ bornOn }) => bornOn !== null && bornOn > today)
  if (unborn >= 0) throw refuse(`add.${unborn}.bornOn`, subscriptionTexts.page.household.notBorn)
  const stays = members.filter(({ id }) => !change.remove.includes(id))
  const others = [...stays.filter(({ patientId }) => patientId !== payerId), ...change.add]
  const household = {
    isPayerCovered: stays.some(({ patientId }) => patientId === payerId),
    adults: others.filter(({ bornOn }) => bornOn === null).length,
    children: others.flatMap(({ bornOn }) => (bornOn ? [bornOn] : [])),
  }
  if (!household.isPayerCovered && others.length === 0) throw refuse('remove', texts.nobody)
  if (household.adults > householdLimits.adults || household.children.length > householdLimits.children)
    throw refuse('add', texts.tooMany)
  return household
}

export function householdOf(present: Changeable): Household {
  return householdOfMembers(present.members, present.payerId)
}

export function itemsAfter(present: Changeable, household: Household) {
  const { money, priceDay, stripePrices } = present
  return stripeItems(householdItems(money, household, priceDay), stripePrices)
}

export function changeHouseholdAtStripe(
  { stripe }: Services,
  change: RecordedChange,
  present: Changeable,
): Promise<boolean> {
  const household = householdAfter(present, change.details as HouseholdChange, change.quotedAt)
  return stripe.subscriptions.changeItems(present.account, present.stripeSubscription, {
    items: itemsAfter(present, household),
    at: change.quotedAt,
    key: `change:${change.id}`,
  })
}

/** Starts and ends coverage from the day of the change on. */
export async function coverAfterChange(
  tx: Tx,
  change: RecordedChange,
  present: Changeable,
  now: Date,
): Promise<void> {
  const { add, remove } = change.details as HouseholdChange
  const { clinicId, timeZone, money, priceDay } = present
  const day = dateIn(change.quotedAt, timeZone)
  if (remove.length > 0)
    await tx
      .updateTable('subscription_members')
      .set({ until_on: day })
      .where('clinic_id', '=', clinicId)
      .where('subscription_id', '=', change.subscriptionId)
      .where('id', 'in', remove)
      .execute()
  for (const { name, bornOn } of add) {
    const patientId = await addPatient(tx, clinicId, { name, bornOn }, now)
    const isChild = bornOn !== null && isChildOn(bornOn, priceDay, money.childAgeLimit)
    await tx
      .insertInto('subscription_members')
      .values({
        clinic_id: clinicId,
        subscription_id: change.subscriptionId,
        patient_id: patientId,
        from_on: day,
        role: isChild ? 'child' : 'adult',
        born_on: bornOn,
        named: name,
      })
      .execute()
  }
}
