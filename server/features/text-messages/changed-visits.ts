import { sql } from 'kysely'
import type { Place } from '#domain/appointments/scheduling.ts'
import { undoSeconds } from '#domain/appointments/visits.ts'
import { visitMailTexts } from '#domain/texts/visit-mails.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** The readers of a notice: the patient, the provider, or the provider until the change. */
export type Audience = 'patient' | 'provider' | 'former'

export interface ChangedVisit {
  id: string
  change_id: string
  change_version: number
  kind: 'booked' | 'requested' | 'accepted' | 'moved' | 'changed' | 'reopened' | 'canceled'
  changed_sequence: number
  sequence: number
  status: string
  starts_at: Date
  ends_at: Date
  duration_minutes: number
  type: string
  room_id: string | null
  time_zone: string
  /** After the change. */
  changed_starts_at: Date
  was_starts_at: Date | null
  place: Place
  patient_id: string
  provider_id: string | null
  was_provider_id: string | null
  changed_at: Date
  /** the clinic's location for patients, or empty */
  visit_address: string
  known: KnownState | null
}

/** The state that the reader was last notified of, or else the last one before the changes that the team could undo. */
interface KnownState {
  is_notified: boolean
  version: number
  status: string
  starts_at: string
  duration_minutes: number
  type: string
  provider_id: string | null
  room_id: string | null
}

/**
 * The visits of one notice: of a series all that changed together, of a batch all of the patient. Role `system`.
 * @param audience.knows false: without the state that the reader knows
 */
export async function changedVisits(
  tx: Tx,
  { clinicId, subjectId, key }: { clinicId: string; subjectId: string; key: string },
  { audience, knows = true }: { audience: Audience; knows?: boolean },
): Promise<ChangedVisit[]> {
  const isBatch = /^visit_[a-z_]+:batch:/.test(key)
  const { rows } = await sql<ChangedVisit>`
    select a.id, c.id as change_id, c.version as change_version, c.kind, c.sequence as changed_sequence, a.sequence, a.status,
           a.starts_at, a.ends_at, a.duration_minutes, a.type, a.room_id, a.time_zone, c.starts_at as changed_starts_at,
           c.was_starts_at, a.place, a.patient_id, a.provider_id, c.was_provider_id, c.changed_at,
           coalesce(s.visit_address, '') as visit_address, known.state as known
      from public.appointment_changes n
      join public.appointments o on o.clinic_id = n.clinic_id and o.id = n.appointment_id
      join public.appointments a on a.clinic_id = o.clinic_id
       and (a.id = o.id or a.series_id = o.series_id or (${isBatch} and a.patient_id = o.patient_id))
      join public.appointment_changes c on c.clinic_id = a.clinic_id and c.appointment_id = a.id and c.kind = n.kind
         and c.changed_at = n.changed_at and (c.id = n.id or a.id <> o.id)
       -- a patient is mailed about all visits, a provider about their own
       and (${audience} = 'patient' or (c.provider_id is not distinct from n.provider_id
                             and c.was_provider_id is not distinct from n.was_provider_id))
      left join lateral (
        select jsonb_build_object('is_notified', k.is_notified, 'version', k.version, 'status', k.status,
                                  'starts_at', k.starts_at, 'duration_minutes', k.duration_minutes, 'type', k.type,
                                  'provider_id', k.provider_id, 'room_id', k.room_id) as state
          from (select b.*, case ${audience}
                              when 'patient' then b.is_patient_notified
                              when 'former' then c.was_provider_id = any(b.notified_providers)
                              else c.provider_id = any(b.notified_providers) end as is_notified
                  from public.appointment_changes b
                 where b.clinic_id = a.clinic_id and b.appointment_id = a.id) k
         where ${knows} and (k.is_notified
            or (k.version < c.version and k.changed_at <= c.changed_at - ${undoSeconds} * interval '1 second'))
         order by k.is_notified desc, k.version desc limit 1) known on true
      left join public.scheduling_settings s on s.clinic_id = n.clinic_id
     where n.clinic_id = ${clinicId} and n.id = ${subjectId}::uuid
     order by a.starts_at`.execute(tx)
  return rows
}

/** Whether the change is the visit's last, and the visit is not over. */
export function isCurrent(visit: ChangedVisit, now: Date): boolean {
  return (
    visit.ends_at > now &&
    visit.changed_sequence === visit.sequence &&
    (visit.kind !== 'requested' || visit.status === 'requested') &&
    (visit.status === 'canceled') === (visit.kind === 'canceled')
  )
}

/** Whether the reader must be notified of the visit's present state now. */
export function isDue(visit: ChangedVisit, audience: Audience, now: Date): boolean {
  const { known } = visit
  if (visit.ends_at <= now) return false
  if (known?.is_notified && known.version >= visit.change_version) return false
  if (audience === 'former')
    return visit.provider_id !== visit.was_provider_id && known?.provider_id === visit.was_provider_id
  if (!isCurrent(visit, now)) return false
  // a provider who was not yet notified of the visit has nothing to remove
  if (audience === 'provider' && visit.kind === 'canceled' && known?.provider_id !== visit.provider_id)
    return false
  return !known || !isKnown(visit, known)
}

function isKnown(visit: ChangedVisit, known: KnownState): boolean {
  return (
    known.status === visit.status &&
    Date.parse(known.starts_at) === visit.starts_at.getTime() &&
    known.duration_minutes === visit.duration_minutes &&
    known.type === visit.type &&
    known.provider_id === visit.provider_id &&
    known.room_id === visit.room_id
  )
}

const undoable = ['moved', 'changed', 'reopened']

/** Words by what the reader knows: of several changes, the mail is about their sum. */
export function wordsOf(visit: ChangedVisit): keyof typeof visitMailTexts.subjects {
  const { kind, known } = visit
  if (kind !== 'moved' && kind !== 'changed' && kind !== 'reopened') return kind
  if (known && known.status !== 'canceled') return wasOf(visit) === null ? 'changed' : 'moved'
  return kind === 'moved' ? 'moved' : 'changed'
}

/** The earlier time, if the reader knows another one. */
export function wasOf(visit: ChangedVisit): Date | null {
  if (!undoable.includes(visit.kind)) return null
  const earlier = visit.kind === 'moved' ? visit.was_starts_at : null
  const was = visit.known ? new Date(visit.known.starts_at) : earlier
  return was?.getTime() === visit.starts_at.getTime() ? null : was
}

/** Marks the states that a reader was notified of: the next notice starts from them. @param providerId null: the patient */
export async function noteNotified(
  tx: Tx,
  clinicId: string,
  visits: readonly ChangedVisit[],
  providerId: string | null,
): Promise<void> {
  await sql`
    update public.appointment_changes c
       set is_patient_notified = c.is_patient_notified or ${providerId}::uuid is null,
           notified_providers = case when ${providerId}::uuid is null then c.notified_providers
                                     else array_append(c.notified_providers, ${providerId}::uuid) end
     where c.clinic_id = ${clinicId} and c.id = any(${visits.map(({ change_id }) => change_id)}::uuid[])`.execute(
    tx,
  )
}

export const whereOf = ({ place, visit_address }: ChangedVisit, clinic: string) =>
  visitMailTexts.places[place](clinic, visit_address)
