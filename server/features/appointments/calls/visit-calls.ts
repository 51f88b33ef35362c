import { sql } from 'kysely'
import * as z from 'zod/mini'
import {
  type CallReason,
  callsUntil,
  type VisitCall,
  type VisitCalls,
} from '#domain/appointments/visit-calls.ts'
import { dayMs } from '#domain/values/durations.ts'
import { dateIn } from '#domain/values/zones.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { readReach } from '#server/clinic/reach.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { clinicSendsTexts } from '../../text-messages/clinic-sends-texts.ts'
import { readOffersToCall } from '../waitlist/offers-to-call.ts'

/**
 * Returns the calls to make to patients without an account that no message reaches: about visits until the end of the
 * second working day, and about visits that were moved, given to another provider, canceled or restored. Calls made today are included
 * (docs/decisions/0177). Also returns the times of the waitlist that are held for patients who cannot answer online. Audits a read of the patients.
 * @throws AppError `not_allowed`, `second_step_required`
 */
export const visitCalls = action({
  name: 'visit-calls',
  input: z.object({}),
  access: 'appointments:read',
  async run(tx, ctx): Promise<VisitCalls> {
    const zone = await clinicZone(tx, ctx.clinicId)
    const today = dateIn(ctx.now(), zone)
    const until = await lastDayOf(tx, ctx.clinicId, today)
    const offers = await readOffersToCall(tx, ctx)
    const calls = (await readCalls(tx, ctx, until))
      .filter(({ called_at: at }) => !at || dateIn(at, zone) === today)
      .map(callOf)
      .sort((a, b) => a.startsAt.localeCompare(b.startsAt, 'en-US'))
    const listed = [...calls, ...offers]
    if (listed.length > 0)
      await recordRead(
        tx,
        ['appointments', 'patients', 'patient_details', ...(offers.length > 0 ? ['waitlist_offers'] : [])],
        [...new Set(listed.map(({ patientId }) => patientId))],
        'visit-calls',
      )
    return { until, calls, offers }
  },
})

/** How many calls are open, with the offers to call, without a patient. The caller has the second step. */
export async function countOpenCalls(tx: Tx, ctx: ClinicCtx, today: string): Promise<number> {
  const calls = await readCalls(tx, ctx, await lastDayOf(tx, ctx.clinicId, today))
  return calls.filter(({ called_at }) => !called_at).length + (await readOffersToCall(tx, ctx)).length
}

function readCalls(tx: Tx, ctx: ClinicCtx, until: string): Promise<CallRow[]> {
  return asSystem(tx, async () => {
    const [changes, reminders] = [await readChanges(tx, ctx), await readReminders(tx, ctx, until)]
    // a change in time names the time, so it is a reminder too
    const changed = new Set(changes.map(({ id }) => id))
    return [...changes, ...reminders.filter(({ id }) => !changed.has(id))]
  })
}

interface CallRow {
  id: string
  about: CallReason
  sequence: number
  starts_at: Date
  was_starts_at: Date | null
  time_zone: string
  patient_id: string
  patient_name: string
  phone: string | null
  provider_name: string | null
  was_provider_name: string | null
  called_at: Date | null
  called_by: string | null
}

function callOf(row: CallRow): VisitCall {
  return {
    appointmentId: row.id,
    about: row.about,
    startsAt: row.starts_at.toISOString(),
    sequence: row.sequence,
    patientId: row.patient_id,
    patientName: row.patient_name,
    phone: row.phone,
    timeZone: row.time_zone,
    wasStartsAt: row.about === 'moved' ? (row.was_starts_at?.toISOString() ?? null) : null,
    providerName: row.provider_name,
    wasProviderName: row.was_provider_name,
    called: row.called_at && { at: row.called_at.toISOString(), by: row.called_by },
  }
}

async function lastDayOf(tx: Tx, clinicId: string, today: string): Promise<string> {
  const [hours, closed] = await Promise.all([
    sql<{ day: number }>`
      select distinct h.day from public.provider_hours h
        join public.providers p on p.clinic_id = h.clinic_id and p.id = h.provider_id and p.is_active
       where h.clinic_id = ${clinicId} and h.valid_from <= ${today}::date + 14
         and (h.valid_until is null or h.valid_until >= ${today}::date)`.execute(tx),
    sql<{ startsOn: string; endsOn: string }>`
      select to_char(e.starts_on, 'YYYY-MM-DD') as "startsOn", to_char(e.ends_on, 'YYYY-MM-DD') as "endsOn"
        from public.schedule_exceptions e
       where e.clinic_id = ${clinicId} and e.provider_id is null and e.kind = 'off' and e.opens is null
         and e.ends_on >= ${today}::date and e.starts_on <= ${today}::date + 14`.execute(tx),
  ])
  return callsUntil(
    today,
    hours.rows.map(({ day }) => day),
    closed.rows,
  )
}

const longestMs = 60 * dayMs

/** Changes of visits that reached no one (`deliverNotice`), unless the visit has changed again or is over. */
async function readChanges(tx: Tx, { clinicId, now }: ClinicCtx): Promise<CallRow[]> {
  const since = new Date(now().getTime() - longestMs)
  const { rows } = await sql<CallRow>`
    select * from app.changes_to_call(${clinicId}, ${since}, ${now()})`.execute(tx)
  return rows
}

/** As for reminders by mail, not of visits that were booked or moved within a day before them. */
async function readReminders(tx: Tx, ctx: ClinicCtx, lastDay: string): Promise<CallRow[]> {
  const { clinicId } = ctx
  const now = ctx.now()
  const { rows } = await sql<CallRow & { is_lost: boolean }>`
    select r.*, 'reminder' as about, 0 as sequence, null::timestamptz as was_starts_at,
           null::text as was_provider_name
      from app.reminders_to_call(${clinicId}, ${now}, ${lastDay}::date) r`.execute(tx)
  const patientIds = [...new Set(rows.map(({ patient_id: id }) => id))]
  if (patientIds.length === 0) return []
  const clinicHasTexts = await clinicSendsTexts(tx, { clinicId, hasSms: ctx.sms !== null, now })
  const reached = await readReach(tx, { clinicId, patientIds, clinicHasTexts })
  return rows.filter(({ patient_id: id, is_lost }) => {
    const patient = reached.get(id)
    return (
      patient?.wantsReminders === true && (patient.reach === 'call' || (is_lost && patient.reach === 'text'))
    )
  })
}
