import { sql } from 'kysely'
import type { Place } from '#domain/appointments/scheduling.ts'
import { visitMailTexts } from '#domain/texts/appointments.ts'
import type { VisitMailKind } from '#server/emails/visits.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

export interface ChangedVisit {
  id: string
  kind: 'booked' | 'requested' | 'accepted' | 'moved' | 'changed' | 'reopened' | 'canceled'
  changed_sequence: number
  sequence: number
  status: string
  starts_at: Date
  ends_at: Date
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
}

/** The visits of one notice: of a series all that changed together. Role `system`. */
export async function changedVisits(
  tx: Tx,
  { clinicId, subjectId }: { clinicId: string; subjectId: string },
  isPatient: boolean,
): Promise<ChangedVisit[]> {
  const { rows } = await sql<ChangedVisit>`
    select a.id, c.kind, c.sequence as changed_sequence, a.sequence, a.status, a.starts_at, a.ends_at, a.time_zone,
           c.starts_at as changed_starts_at, c.was_starts_at, a.place, a.patient_id, a.provider_id, c.was_provider_id,
           c.changed_at, coalesce(s.visit_address, '') as visit_address
      from public.appointment_changes n
      join public.appointments o on o.clinic_id = n.clinic_id and o.id = n.appointment_id
      join public.appointments a on a.clinic_id = o.clinic_id and (a.id = o.id or a.series_id = o.series_id)
      join public.appointment_changes c on c.clinic_id = a.clinic_id and c.appointment_id = a.id and c.kind = n.kind
         and c.changed_at = n.changed_at and (c.id = n.id or a.id <> o.id)
       -- a patient is mailed about all visits, a provider about their own
       and (${isPatient} or (c.provider_id is not distinct from n.provider_id
                             and c.was_provider_id is not distinct from n.was_provider_id))
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

export function wordsOf({ kind }: ChangedVisit): VisitMailKind {
  if (kind === 'reopened' || kind === 'changed') return 'changed'
  return kind
}

export const whereOf = ({ place, visit_address }: ChangedVisit, clinic: string) =>
  visitMailTexts.places[place](clinic, visit_address)
