import { AppError } from '#domain/errors.ts'
import { saveClinicPlaceInput } from '#domain/plans/inputs.ts'
import { isIntervalLawful } from '#domain/plans/place-law.ts'
import { type Place, placeNames } from '#domain/plans/places.ts'
import type { PlanInterval } from '#domain/plans/plans.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { dayMs } from '#domain/values/durations.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

/** Within this time a place is corrected without a trace. */
const correctableMs = dayMs

/**
 * Sets the state or province whose law applies to plans sold from now on, and to members who leave. Members keep the
 * rights of earlier places (docs/decisions/0105).
 * @throws AppError `not_allowed` unless the actor may `plans:write`
 * @throws AppError `invalid_input` at `place` while a forbidden plan is on sale
 */
export const saveClinicPlace = action({
  name: 'save-clinic-place',
  input: saveClinicPlaceInput,
  access: 'plans:write',
  async run(tx, ctx, { place }): Promise<{ place: Place | null }> {
    const { clinicId } = ctx
    // waits for other saves and for a plan that is being published
    await lockClinic(tx, clinicId)
    const current = await tx
      .selectFrom('clinic_places')
      .select(['id', 'place', 'started_at as startedAt'])
      .where('clinic_id', '=', clinicId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if ((current?.place ?? null) === place) return { place }
    if (place) await requirePlansLawful(tx, clinicId, place)
    return asSystem(tx, async () => {
      if (current) await endPlace(tx, ctx, current)
      if (place)
        await tx
          .insertInto('clinic_places')
          .values({ clinic_id: clinicId, place, started_at: ctx.now() })
          .execute()
      await audit(
        tx,
        'clinic.place_changed',
        { type: 'clinic', id: clinicId },
        { to: place ? placeNames[place] : 'none' },
      )
      return { place }
    })
  },
})

async function requirePlansLawful(tx: Tx, clinicId: string, place: Place): Promise<void> {
  const plans = await tx
    .selectFrom('plans as p')
    .innerJoin('plan_prices as r', (join) =>
      join.onRef('r.clinic_id', '=', 'p.clinic_id').onRef('r.plan_id', '=', 'p.id'),
    )
    .select(['p.name', 'r.interval'])
    .where('p.clinic_id', '=', clinicId)
    .where('p.status', '=', 'published')
    .where('r.role', '=', 'adult')
    .where('r.is_active', '=', true)
    .orderBy('p.name')
    .execute()
  const forbidden = plans.filter(({ interval }) => !isIntervalLawful(interval as PlanInterval, place))
  if (forbidden.length === 0) return
  const message = planTexts.place.yearly(
    placeNames[place],
    forbidden.map(({ name }) => name),
  )
  throw new AppError('invalid_input', { fields: [{ path: 'place', message }] })
}

/**
 * Ends a place; with an end equal to its start if it is corrected within a day and before an agreement, so that it
 * grants nothing.
 */
async function endPlace(
  tx: Tx,
  { clinicId, now }: ClinicCtx,
  current: { id: string; startedAt: Date },
): Promise<void> {
  const endedAt = now()
  const signed = await tx
    .selectFrom('plan_agreements')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('signed_at', '>=', current.startedAt)
    .limit(1)
    .executeTakeFirst()
  const isSlip = !signed && endedAt.getTime() - current.startedAt.getTime() < correctableMs
  await tx
    .updateTable('clinic_places')
    .set({ ended_at: isSlip ? current.startedAt : endedAt })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', current.id)
    .execute()
}
