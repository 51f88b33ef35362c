import { isChildOn } from '#domain/plans/household.ts'
import { dateIn } from '#domain/values/zones.ts'
import { addRecord } from '#server/clinic/patients.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { ConnectedClinic } from './connected-clinic.ts'

interface StartedSubscription {
  id: string
  payerId: string
  versionId: string
  /** The checkout in its metadata. */
  checkoutId: string | undefined
  startedAt: Date
}

/**
 * Covers the people of a new subscription from the day it starts in the clinic's zone. Those besides the payer become
 * patients without a sign-in (docs/domain-rules.md rule 28). No effect if it covers anyone. The caller has locked it.
 * Role `system`.
 */
export async function coverHousehold(
  tx: Tx,
  clinic: ConnectedClinic,
  subscription: StartedSubscription,
  now: Date,
): Promise<void> {
  const { clinicId, timeZone } = clinic
  const isCovered = await tx
    .selectFrom('subscription_members')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('subscription_id', '=', subscription.id)
    .limit(1)
    .executeTakeFirst()
  if (isCovered) return
  const { couponId, ...household } = await boughtFor(tx, clinicId, subscription)
  if (couponId)
    await tx
      .updateTable('subscriptions')
      .set({ coupon_id: couponId })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', subscription.id)
      .execute()
  const { child_age_limit: childAgeLimit } = await tx
    .selectFrom('plan_versions')
    .select('child_age_limit')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', subscription.versionId)
    .executeTakeFirstOrThrow()
  const fromOn = dateIn(subscription.startedAt, timeZone)
  const member = { clinic_id: clinicId, subscription_id: subscription.id, from_on: fromOn }
  if (household.isPayerCovered)
    await tx
      .insertInto('subscription_members')
      .values({
        ...member,
        patient_id: subscription.payerId,
        ...(household.payerBornOn && { role: 'child', born_on: household.payerBornOn }),
      })
      .execute()
  for (const { name, bornOn } of household.covered) {
    const patientId = await addPatient(tx, clinicId, { name, bornOn }, now)
    const isChild = bornOn !== null && isChildOn(bornOn, fromOn, childAgeLimit)
    await tx
      .insertInto('subscription_members')
      .values({
        ...member,
        patient_id: patientId,
        role: isChild ? 'child' : 'adult',
        born_on: bornOn,
        named: name,
      })
      .execute()
  }
}

interface Bought {
  isPayerCovered: boolean
  payerBornOn?: string | null
  covered: { name: string; bornOn: string | null }[]
  couponId: string | null
}

/** The checkout's household; the payer alone for a subscription from the clinic's dashboard. */
async function boughtFor(
  tx: Tx,
  clinicId: string,
  { checkoutId, payerId }: StartedSubscription,
): Promise<Bought> {
  const checkout =
    checkoutId && /^[0-9a-f-]{36}$/.test(checkoutId)
      ? await tx
          .selectFrom('app.checkouts')
          .select(['household', 'coupon_id'])
          .where('clinic_id', '=', clinicId)
          .where('id', '=', checkoutId)
          .where('subject_id', '=', payerId)
          .executeTakeFirst()
      : undefined
  const household = checkout?.household as unknown as Omit<Bought, 'couponId'> | null | undefined
  return {
    ...(household ?? { isPayerCovered: true, covered: [] }),
    couponId: checkout?.coupon_id ?? null,
  }
}

/**
 * Adds a covered person as a patient without an account. Role `system`.
 * @returns the id
 */
export async function addPatient(
  tx: Tx,
  clinicId: string,
  { name, bornOn }: { name: string; bornOn: string | null },
  now: Date,
): Promise<string> {
  const { patientId } = await addRecord(tx, { clinicId, name, email: null, bornOn, now })
  return patientId
}
