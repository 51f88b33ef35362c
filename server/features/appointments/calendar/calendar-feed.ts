import { sql } from 'kysely'
import { calendarFile } from '#domain/appointments/calendar-file.ts'
import type { Place } from '#domain/appointments/scheduling.ts'
import { paths, personPath } from '#domain/paths.ts'
import { visitMailTexts } from '#domain/texts/visit-mails.ts'
import type { Services } from '#server/clinic/action.ts'
import { clinicOrigin } from '#server/platform/config/config.ts'
import { clinicOf } from '#server/platform/database/clinic-of.ts'
import { networkKey } from '#server/platform/http/networks.ts'
import { takeTokenAndCommit } from '#server/platform/rate-limits.ts'
import { hashOfKey } from './own-calendar.ts'

const daysBack = 30
const daysAhead = 180

interface FeedVisit {
  id: string
  sequence: number
  status: string
  starts_at: Date
  ends_at: Date
  updated_at: Date
  place: Place
  patient_id: string
  full_name: string
}

/**
 * A provider's private calendar: visits of the last month and the next half year, with names only if the clinic allows
 * them (docs/decisions/0058). The key is the only credential; it ends when the provider leaves. 200: `text/calendar`.
 * 404: no such key, or an ended one. 429: too many requests from one network.
 */
export function calendarFeed({
  transactions,
  clock,
  config,
}: Pick<Services, 'transactions' | 'clock' | 'config'>) {
  return async (
    request: Request,
    { requestId, address }: { requestId: string; address: string | null },
  ): Promise<Response> => {
    const { allowed, retryAfterSeconds } = await takeTokenAndCommit(
      transactions,
      { purpose: 'limit: calendar', requestId },
      { bucket: 'calendar', key: networkKey(address), limit: { burst: 60, perSeconds: 5 } },
    )
    if (!allowed)
      return new Response('Too many requests', {
        status: 429,
        headers: { 'Retry-After': String(retryAfterSeconds) },
      })
    const hash = hashOfKey(new URL(request.url).searchParams.get('key') ?? '')
    const now = clock.now()
    const file = await transactions.withSystem('calendar', async (tx) => {
      const { rows } = await sql<{
        clinic_id: string
        provider_id: string
        user_id: string
        role: string
        name: string
        subdomain: string
        has_names: boolean
      }>`
        select c.clinic_id, c.provider_id, p.user_id, m.role, k.name, k.subdomain, coalesce(s.calendar_names, false) as has_names
          from app.calendar_addresses c
          join public.clinics k on k.id = c.clinic_id
          join public.providers p on p.clinic_id = c.clinic_id and p.id = c.provider_id and p.is_active
          join public.clinic_memberships m on m.clinic_id = c.clinic_id and m.user_id = p.user_id and m.role <> 'patient'
           and not m.is_billing_only and m.status = 'active' and m.ended_at is null
          left join public.scheduling_settings s on s.clinic_id = c.clinic_id
         where c.clinic_id = ${await clinicOf(tx, 'calendar_address', `\\x${hash.toString('hex')}`)} and c.key_hash = ${hash}`.execute(
        tx,
      )
      const [found] = rows
      if (!found) return null
      const { rows: visits } = await sql<FeedVisit>`
        select a.id, a.sequence, a.status, a.starts_at, a.ends_at, a.updated_at, a.place, a.patient_id, p.full_name
          from public.appointments a
          join public.patients p on p.clinic_id = a.clinic_id and p.id = a.patient_id
         where a.clinic_id = ${found.clinic_id} and a.provider_id = ${found.provider_id}
           and a.status in ('requested', 'upcoming', 'completed')
           and a.starts_at between ${now}::timestamptz - ${daysBack} * interval '1 day'
                               and ${now}::timestamptz + ${daysAhead} * interval '1 day'
         order by a.starts_at`.execute(tx)
      if (found.has_names && visits.length > 0) {
        const patients = [...new Set(visits.map(({ patient_id }) => patient_id))]
        // a calendar program has no session: audits as the provider of the key
        await sql`
          insert into app.audit_log (clinic_id, actor_kind, actor_id, actor_role, action, subject_type, purpose, request_id,
                                     address, details, patient_ids, patient_count)
          values (${found.clinic_id}, 'person', ${found.user_id}, ${found.role}, 'record.read', 'patient', 'calendar',
                  ${requestId}, ${address}, '{"tables": ["appointments", "patients"]}', ${patients}::uuid[], ${patients.length})`.execute(
          tx,
        )
      }
      const page = (path: string) => new URL(path, clinicOrigin(config, found.subdomain)).href
      return calendarFile(
        visits.map((visit) => ({
          appointmentId: visit.id,
          sequence: visit.sequence,
          startsAt: visit.starts_at.toISOString(),
          endsAt: visit.ends_at.toISOString(),
          changedAt: visit.updated_at.toISOString(),
          isCanceled: false,
          isTentative: visit.status === 'requested',
          title: found.has_names ? visit.full_name : found.name,
          location: visitMailTexts.places[visit.place](found.name, ''),
          link: page(found.has_names ? personPath(visit.patient_id) : paths.clinic),
        })),
        { name: found.name, refreshHours: 1 },
      )
    })
    if (file === null) return new Response('Not found', { status: 404 })
    return new Response(file, {
      headers: {
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': 'inline; filename="times.ics"',
        'Cache-Control': 'private, no-store',
      },
    })
  }
}
