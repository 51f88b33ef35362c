import { sql } from 'kysely'
import { invitations } from '#domain/appointments/calendar-file.ts'
import type { Place } from '#domain/appointments/scheduling.ts'
import { visitWhenInZone } from '#domain/appointments/visit-time.ts'
import { paths } from '#domain/paths.ts'
import { visitMailTexts } from '#domain/texts/appointments.ts'
import { type VisitMailKind, visitMail } from '#server/emails/visits.ts'
import { senderAddress } from '#server/platform/config/config.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Notice, NoticeContext } from './notice.ts'
import { accountOf, type Decision, isOnTeam, isStillPatient, toAccount } from './recipients.ts'

interface ChangedVisit {
  id: string
  kind: 'booked' | 'requested' | 'accepted' | 'moved' | 'changed' | 'reopened' | 'canceled'
  changed_sequence: number
  sequence: number
  status: string
  starts_at: Date
  ends_at: Date
  time_zone: string
  was_starts_at: Date | null
  place: Place
  patient_id: string
  provider_id: string | null
  was_provider_id: string | null
  changed_at: Date
  /** the clinic's location for patients, or empty */
  visit_address: string
}

/**
 * The mail to patient or provider about a change of a visit, with a calendar invitation of its time and place only
 * (docs/domain-rules.md rule 31). A later change leaves the mail to its own notice.
 */
export async function composeVisitNotice({ tx, notice, clinic, page }: NoticeContext): Promise<Decision> {
  const isPatient = notice.kind === 'visit_patient'
  const isFormer = notice.kind === 'visit_former_provider'
  const found = await changedVisits(tx, notice, isPatient)
  const visits = found.filter(
    (visit) =>
      visit.ends_at > notice.now &&
      (isFormer
        ? visit.provider_id !== visit.was_provider_id
        : visit.changed_sequence === visit.sequence &&
          (visit.kind !== 'requested' || visit.status === 'requested') &&
          (visit.status === 'canceled') === (visit.kind === 'canceled')),
  )
  const [first] = visits
  if (!first) return { skipped: 'changed since' }
  const userId = isPatient
    ? await patientToMail(tx, notice.clinicId, first.patient_id)
    : await providerToMail(tx, notice.clinicId, isFormer ? first.was_provider_id : first.provider_id)
  if ('skipped' in userId) return userId
  const { name } = (await accountOf(tx, userId.id)) ?? { name: '' }
  // neither address reveals its content
  const link = page(isPatient ? paths.home : paths.clinic)
  const kind: VisitMailKind = isFormer || first.kind === 'canceled' ? 'canceled' : wordsOf(first)
  const organizer = { name: clinic.name, email: senderAddress(notice.config) }
  return toAccount(tx, userId.id, ({ email }) =>
    visitMail({
      to: email,
      clinic,
      link,
      audience: isPatient ? 'patient' : 'provider',
      kind,
      visits: visits.map((visit) => ({
        when: visitWhenInZone(timeOf(visit.starts_at, visit)),
        was:
          visit.was_starts_at && visit.kind === 'moved'
            ? visitWhenInZone(timeOf(visit.was_starts_at, visit))
            : null,
        where: whereOf(visit, clinic.name),
      })),
      calendar: invitations(
        visits.map((visit) => ({
          appointmentId: visit.id,
          sequence: visit.sequence,
          startsAt: visit.starts_at.toISOString(),
          endsAt: visit.ends_at.toISOString(),
          changedAt: visit.changed_at.toISOString(),
          isCanceled: kind === 'canceled',
          isTentative: visit.status === 'requested',
          title: clinic.name,
          location: whereOf(visit, clinic.name),
          link,
        })),
        { organizer, attendee: { name, email } },
      ),
    }),
  )
}

async function changedVisits(
  tx: Tx,
  { clinicId, subjectId }: Notice,
  isPatient: boolean,
): Promise<ChangedVisit[]> {
  const { rows } = await sql<ChangedVisit>`
    select a.id, c.kind, c.sequence as changed_sequence, a.sequence, a.status, a.starts_at, a.ends_at, a.time_zone,
           c.was_starts_at, a.place, a.patient_id, a.provider_id, c.was_provider_id, c.changed_at, coalesce(s.visit_address, '') as visit_address
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

function wordsOf({ kind }: ChangedVisit): VisitMailKind {
  if (kind === 'reopened' || kind === 'changed') return 'changed'
  return kind
}

const whereOf = ({ place, visit_address }: ChangedVisit, clinic: string) =>
  visitMailTexts.places[place](clinic, visit_address)
const timeOf = (at: Date, { time_zone: timeZone }: ChangedVisit) => ({ startsAt: at.toISOString(), timeZone })

type ToMail = { id: string } | { skipped: string }

async function patientToMail(tx: Tx, clinicId: string, patientId: string): Promise<ToMail> {
  if (!(await isStillPatient(tx, clinicId, patientId))) return { skipped: 'left' }
  const row = await tx
    .selectFrom('patients as p')
    .leftJoin('contact_preferences as c', (join) =>
      join.onRef('c.clinic_id', '=', 'p.clinic_id').onRef('c.patient_id', '=', 'p.id'),
    )
    .select(['p.user_id', 'c.email_notifications'])
    .where('p.clinic_id', '=', clinicId)
    .where('p.id', '=', patientId)
    .executeTakeFirstOrThrow()
  if (row.email_notifications === false) return { skipped: 'not wanted by mail' }
  return row.user_id ? { id: row.user_id } : { skipped: 'no account' }
}

/** Null for providers who switched off appointments. */
async function providerToMail(tx: Tx, clinicId: string, providerId: string | null): Promise<ToMail> {
  const { rows } = await sql<{ user_id: string | null; channel: string | null }>`
    select p.user_id, app.notice_channel(p.clinic_id, p.user_id, 'appointment_updates') as channel
      from public.providers p where p.clinic_id = ${clinicId} and p.id = ${providerId}::uuid`.execute(tx)
  const [row] = rows
  if (!row?.user_id || !(await isOnTeam(tx, clinicId, row.user_id))) return { skipped: 'not on the team' }
  return row.channel === 'none' ? { skipped: 'not wanted' } : { id: row.user_id }
}
