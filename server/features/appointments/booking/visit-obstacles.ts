import type * as z from 'zod/mini'
import {
  type PlannedDate,
  type VisitObstacles,
  visitObstaclesInput,
} from '#domain/appointments/appointments.ts'
import { seriesDates } from '#domain/appointments/series.ts'
import { isSamePlan } from '#domain/appointments/series-change.ts'
import { workOn } from '#domain/calendar/grid.ts'
import { AppError } from '#domain/errors.ts'
import { appointmentTexts } from '#domain/texts/appointments.ts'
import { dateIn, instantsOf, minutesOf } from '#domain/values/zones.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { isPatientOf } from '#server/clinic/patients.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { requireOfClinic } from '../calendar/appointment-rows.ts'
import { readFirstAvailable } from '../calendar/first-available.ts'
import { followedVisits, planOf, seriesVisitOf } from '../calendar/series-rows.ts'
import { readElsewhere, readTaken, readWorking, type Wish } from './taken-times.ts'

/**
 * Returns the conflicts of a visit or a series by date, before it is saved. The save checks them again. Audits a read
 * of the patient, because the result reveals their visits.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`
 * @throws AppError `invalid_input` at a field that is not the clinic's
 */
export const visitObstacles = action({
  name: 'visit-obstacles',
  input: visitObstaclesInput,
  access: 'appointments:write',
  system: 'times that are taken include holds, which no caller reads',
  async run(tx, ctx, input): Promise<VisitObstacles> {
    const { patientId, ...found } = await asSystem(tx, () => findObstacles(tx, ctx, input))
    if (patientId) await recordRead(tx, ['appointments'], [patientId], 'visit-obstacles')
    return found
  },
})

async function findObstacles(
  tx: Tx,
  ctx: ClinicCtx,
  input: z.output<typeof visitObstaclesInput>,
): Promise<VisitObstacles & { patientId: string | null }> {
  const { clinicId } = ctx
  const present = input.appointmentId ? await readVisit(tx, clinicId, input.appointmentId) : null
  const patientId = present?.patient_id ?? (input.patientId || null)
  const [timeZone, isPatient] = await Promise.all([
    clinicZone(tx, clinicId),
    patientId ? isPatientOf(tx, clinicId, patientId) : true,
    requireOfClinic(tx, clinicId, input, present ?? undefined),
  ])
  if (!isPatient)
    throw new AppError('invalid_input', {
      fields: [{ path: 'patientId', message: appointmentTexts.form.patientGone }],
    })
  const now = ctx.now()
  const today = dateIn(now, timeZone)
  const planned = present
    ? await changedVisits(tx, clinicId, present, input)
    : (input.repeat ? seriesDates(input.date, input.repeat) : [input.date]).map((date) => ({
        ...{ id: null, from: null, retains: [], margins: null },
        to: planOf(input, date),
      }))
  const asked = planned.map(({ to, margins }) => {
    const instants = instantsOf(to.date, to.time, timeZone)
    const instant = input.isLaterHour ? instants.at(-1) : instants[0]
    return { ...to, margins, startsAt: instant === undefined ? null : new Date(instant) }
  })
  const isFirst = input.firstAvailable === true && !input.providerId && !present
  const first = isFirst ? await firstOf(tx, { clinicId, now, patientId }, asked) : null
  const wishes = first ? asked.map((wish) => ({ ...wish, providerId: first.providerId })) : asked
  const providerIds = [...new Set(wishes.map(({ providerId }) => providerId))]
  const [taken, elsewhere, workings] = await Promise.all([
    readTaken(tx, {
      ...{ clinicId, now, patientId, wishes },
      except: planned.flatMap(({ id }) => id ?? []),
    }),
    readElsewhere(tx, clinicId, wishes),
    Promise.all(
      providerIds.map((id) =>
        readWorking(
          tx,
          clinicId,
          id,
          wishes.map(({ date }) => date),
        ),
      ),
    ),
  ])
  // a visit ahead cannot move before now; a new one may be recorded afterwards
  const isAhead = present !== null && present.starts_at > now
  const dates = planned.map(({ from, to, retains }, index): PlannedDate => {
    const { providerId = null } = wishes[index] ?? {}
    const isMoved = from?.date !== to.date || from.time !== to.time
    const isChanged = from === null || index === 0 || !isSamePlan(from, to)
    const working = workings[providerIds.indexOf(providerId)]
    const start = minutesOf(to.time)
    const hours = workOn(to.date, working ?? { hours: [], exceptions: [] })
    const isWorked = hours.some((span) => span.from <= start && start + to.duration <= span.until)
    const isNobody = isFirst && !first?.freeOn.has(to.date)
    const startsAt = wishes[index]?.startsAt
    const isBefore = to.date < today || (isAhead && startsAt && startsAt < now)
    const obstacle = !isChanged
      ? null
      : isBefore && isMoved
        ? 'past'
        : startsAt === null
          ? 'skipped'
          : isNobody
            ? 'nobody'
            : (taken[index] ?? (!isWorked ? 'outside' : elsewhere[index] ? 'elsewhere' : null))
    return {
      date: to.date,
      obstacle,
      // of the only provider who is free at any date: this one is outside of the hours
      ...((obstacle === 'outside' || (obstacle === 'nobody' && first && !isWorked)) && { hours }),
      ...(retains.length > 0 && { own: { time: to.time, retains } }),
    }
  })
  return { patientId, dates, providerId: first?.providerId ?? null }
}

/** The first available for these visits, with the dates on which that provider is free. */
async function firstOf(
  tx: Tx,
  about: { clinicId: string; now: Date; patientId: string | null },
  wishes: readonly Wish[],
): Promise<{ providerId: string; freeOn: Set<string> } | null> {
  const visits = wishes.flatMap(({ date, startsAt }) => (startsAt ? [{ date, startsAt }] : []))
  const [wish] = wishes
  if (!wish || visits.length === 0) return null
  const { type: typeKey, duration } = wish
  const found = await readFirstAvailable(tx, { ...about, typeKey, duration, visits })
  if (!found) return null
  const freeOn = new Set(visits.flatMap(({ date }, index) => (found.isFree[index] ? [date] : [])))
  return { providerId: found.providerId, freeOn }
}

/** The visit, or this and all later ones of its series, with margins unless the type changes. */
async function changedVisits(
  tx: Tx,
  clinicId: string,
  present: Awaited<ReturnType<typeof readVisit>>,
  input: z.output<typeof visitObstaclesInput>,
) {
  const from = seriesVisitOf(present)
  const to = planOf(input, input.date)
  const visits =
    input.scope === 'following' && present.series_id
      ? await followedVisits(tx, { ...from, clinicId, seriesId: present.series_id }, to, {
          isLocked: false,
          includesOwn: input.includesOwn ?? false,
        })
      : [{ id: present.id, from, to, retains: [], before_minutes: 0, after_minutes: 0 }]
  return visits.map(({ before_minutes, after_minutes, ...visit }) => {
    const margins = visit.id === present.id ? present : { before_minutes, after_minutes }
    return { ...visit, margins: visit.from.type === visit.to.type ? margins : null }
  })
}

async function readVisit(tx: Tx, clinicId: string, appointmentId: string) {
  const visit = await tx
    .selectFrom('appointments')
    .select([
      'id',
      'patient_id',
      'provider_id',
      'room_id',
      'series_id',
      'series_plan',
      'type',
      'starts_at',
      'date',
      'time',
      'duration_minutes',
      'before_minutes',
      'after_minutes',
    ])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', appointmentId)
    .executeTakeFirst()
  if (!visit) throw new AppError('not_found')
  return visit
}
