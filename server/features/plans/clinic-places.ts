import { AppError } from '#domain/errors.ts'
import { lawProblem } from '#domain/plans/inputs.ts'
import type { LeavingPolicy } from '#domain/plans/place-law.ts'
import { isPlace, type Place, placesSince } from '#domain/plans/places.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

/** The place whose law applies to new memberships; null: none chosen. Any role. */
export async function presentPlace(tx: Tx, clinicId: string): Promise<Place | null> {
  const row = await tx
    .selectFrom('clinic_places')
    .select('place')
    .where('clinic_id', '=', clinicId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row && isPlace(row.place) ? row.place : null
}

/** The places whose law applies to a member who joined at a moment, the latest first. Role `system`. */
export async function placesOfMember(tx: Tx, clinicId: string, joinedAt: Date): Promise<Place[]> {
  const rows = await tx
    .selectFrom('clinic_places')
    .select(['place', 'started_at as startedAt', 'ended_at as endedAt'])
    .where('clinic_id', '=', clinicId)
    .orderBy('started_at', 'desc')
    .execute()
  const chosen = rows.flatMap(({ place, ...times }) => (isPlace(place) ? [{ place, ...times }] : []))
  return placesSince(chosen, joinedAt)
}

/**
 * Refuses to sell a plan that the law of the clinic's place forbids; locks the place until the transaction ends.
 * @throws AppError `invalid_input` at `interval` or `leavingRefund`
 */
export async function requireLawful(tx: Tx, clinicId: string, plan: LeavingPolicy): Promise<void> {
  await asSystem(tx, () =>
    tx.selectFrom('clinics').select('id').where('id', '=', clinicId).forShare().execute(),
  )
  const problem = lawProblem(plan, await presentPlace(tx, clinicId))
  if (problem)
    throw new AppError('invalid_input', { fields: [{ path: problem.field, message: problem.message }] })
}
