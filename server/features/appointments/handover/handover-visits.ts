import { workOn } from '#domain/calendar/grid.ts'
import { AppError } from '#domain/errors.ts'
import { type HandoverVisit, type HandoverVisits, handoverVisitsInput } from '#domain/handover/handover.ts'
import { addDays } from '#domain/values/zones.ts'
import { action } from '#server/clinic/action.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { type ReachedPatient, readReach } from '#server/clinic/reach.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { clinicSendsTexts } from '../../text-messages/clinic-sends-texts.ts'
import { plannedVisits } from '../calendar/planned-visits.ts'
import { readTakers } from '../calendar/takers.ts'
import { workingHours } from '../calendar/working-hours.ts'
import { proposeTimes } from './propose-times.ts'

/**
 * Returns the visits ahead of a provider on some days, with the providers who can take each over, how its patient is
 * notified, and on request the next free time of each. Audits a read of the patients.
 * @throws AppError `not_allowed`, `second_step_required`; `not_found` for an unknown provider
 */
export const handoverVisits = action({
  name: 'handover-visits',
  input: handoverVisitsInput,
  access: 'appointments:write',
  async run(tx, ctx, { providerId, from, days, freeFrom }): Promise<HandoverVisits> {
    const { clinicId } = ctx
    const now = ctx.now()
    const [timeZone, working] = await Promise.all([
      clinicZone(tx, clinicId),
      workingHours(tx, clinicId, from, { providerId }),
    ])
    const own = working.get(providerId)
    if (!own) throw new AppError('not_found')
    const rows = await visitRows(tx, { clinicId, now, providerId, from, days })
    const takers = await readTakers(tx, { clinicId, providerId, now }, rows)
    const patientIds = [...new Set(rows.map(({ patient_id: id }) => id))]
    const [reached, free] = await asSystem(tx, async () => {
      const clinicHasTexts = await clinicSendsTexts(tx, { clinicId, hasSms: ctx.sms !== null, now })
      return [
        await readReach(tx, { clinicId, patientIds, clinicHasTexts }),
        freeFrom
          ? await proposeTimes(tx, { clinicId, providerId, now, freeFrom, timeZone }, own, rows)
          : null,
      ] as const
    })
    const visits = rows.map((visit) => ({
      ...{ appointmentId: visit.id, version: visit.version, patientId: visit.patient_id },
      ...{ patientName: visit.full_name, type: visit.type, typeName: visit.type_name, roomId: visit.room_id },
      ...{ startsAt: visit.starts_at.toISOString(), timeZone: visit.time_zone },
      durationMinutes: visit.duration_minutes,
      way: wayOf(reached.get(visit.patient_id)),
      takers: Object.fromEntries(takers.map(({ id, obstacleTo }) => [id, obstacleTo(visit)])),
      free: free?.get(visit.id) ?? null,
    }))
    if (patientIds.length > 0)
      await recordRead(tx, ['appointments', 'patients'], patientIds, 'handover-visits')
    return {
      timeZone,
      isOff: Array.from({ length: days }, (_, day) => addDays(from, day)).every(
        (date) => workOn(date, own).length === 0,
      ),
      visits,
      providers: takers.map(({ id, name }) => ({ id, name })),
    }
  },
})

function visitRows(
  tx: Tx,
  {
    providerId,
    from,
    days,
    ...ahead
  }: { clinicId: string; now: Date; providerId: string; from: string; days: number },
) {
  return plannedVisits(tx, ahead)
    .select(['a.version', 'a.room_id', 'a.before_minutes', 'a.after_minutes'])
    .where('a.provider_id', '=', providerId)
    .where('a.date', '>=', from)
    .where('a.date', '<', addDays(from, days))
    .where('a.arrived_at', 'is', null)
    .execute()
}

/** As `composeVisitNotice` and `toRecord` decide. A former patient is not notified. */
function wayOf(patient: ReachedPatient | undefined): HandoverVisit['way'] {
  if (!patient) return 'none'
  if (patient.reach !== 'account') return patient.reach
  return patient.getsEmail ? 'email' : 'none'
}
