import { sql } from 'kysely'
import { invitations } from '#domain/appointments/calendar-file.ts'
import { visitWhenInZone } from '#domain/appointments/visit-time.ts'
import { mailedPath } from '#domain/mailed-links.ts'
import { type VisitMailKind, visitMail } from '#server/emails/visits.ts'
import { senderAddress } from '#server/platform/config/config.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import {
  type Audience,
  type ChangedVisit,
  changedVisits,
  isDue,
  noteNotified,
  wasOf,
  whereOf,
  wordsOf,
} from '../../text-messages/changed-visits.ts'
import type { NoticeContext } from '../notice.ts'
import { addressGone, type Decision, isOnTeam, toAccount } from '../recipients.ts'
import { reachedPatient, toRecord } from '../to-record.ts'

/**
 * The mail to patient or provider about a change of a visit, with a calendar invitation of its time and place only
 * (docs/domain-rules.md rule 31). A later change leaves the mail to its own notice, and a change that was undone is not
 * mailed (docs/decisions/0173).
 */
export async function composeVisitNotice(context: NoticeContext): Promise<Decision> {
  const { tx, notice, clinic, page } = context
  const audience = audiences[notice.kind] ?? 'provider'
  const isPatient = audience === 'patient'
  const isFormer = audience === 'former'
  const changed = await changedVisits(tx, notice, { audience })
  const visits = changed.filter((visit) => isDue(visit, audience, notice.now))
  const [first] = visits
  if (!first) return { skipped: 'changed since' }
  if (isPatient) {
    const decision = await toVisitor(context, visits)
    if ('mail' in decision || 'instead' in decision) await noteNotified(tx, notice.clinicId, visits, null)
    return decision
  }
  const provider = isFormer ? first.was_provider_id : first.provider_id
  const found = await providerToMail(tx, notice.clinicId, provider)
  if ('skipped' in found) return found
  const kind = isFormer ? 'canceled' : wordsOf(first)
  const link = page(kind === 'canceled' ? mailedPath('visits') : mailedPath('teamVisit', first.id))
  const decision = await toAccount(tx, found.id, ({ email, name }) =>
    visitMail({
      ...{ to: email, clinic, link, audience: 'provider', kind },
      ...contentOf(context, visits, { kind, attendee: { name, email }, link }),
    }),
  )
  if ('mail' in decision) await noteNotified(tx, notice.clinicId, visits, provider)
  return decision
}

const audiences: Partial<Record<NoticeContext['notice']['kind'], Audience>> = {
  visit_patient: 'patient',
  visit_provider: 'provider',
  visit_former_provider: 'former',
}

/** To the patient's account, or as the patient without one is reached (docs/decisions/0177). */
async function toVisitor(context: NoticeContext, visits: ChangedVisit[]): Promise<Decision> {
  const { tx, clinic, page } = context
  const [first] = visits
  if (!first) return { skipped: 'changed since' }
  const patient = await reachedPatient(context, first.patient_id)
  if (!patient) return { skipped: 'left' }
  const kind = wordsOf(first)
  if (!patient.userId)
    return toRecord(context, patient, (to, stopLink) =>
      visitMail({
        ...{ to, clinic, link: null, stopLink, audience: 'entered', kind },
        ...contentOf(context, visits, { kind, attendee: { name: patient.name, email: to }, link: null }),
      }),
    )
  if (!patient.getsEmail) return { skipped: patient.isEmailGone ? addressGone : 'not wanted by mail' }
  const link = page(mailedPath('visit', first.id))
  return toAccount(tx, patient.userId, ({ email, name }) =>
    visitMail({
      ...{ to: email, clinic, link, audience: 'patient', kind },
      ...contentOf(context, visits, { kind, attendee: { name, email }, link }),
    }),
  )
}

/** Times and places, in words and as invitations. */
function contentOf(
  { notice, clinic }: NoticeContext,
  visits: readonly ChangedVisit[],
  {
    kind,
    attendee,
    link,
  }: { kind: VisitMailKind; attendee: { name: string; email: string }; link: string | null },
) {
  const organizer = { name: clinic.name, email: senderAddress(notice.config) }
  return {
    visits: visits.map((visit) => ({
      when: visitWhenInZone(timeOf(visit.starts_at, visit)),
      was: kind === 'canceled' ? null : whenOrNull(wasOf(visit), visit),
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
      { organizer, attendee },
    ),
  }
}

const whenOrNull = (at: Date | null, visit: ChangedVisit) => at && visitWhenInZone(timeOf(at, visit))
const timeOf = (at: Date, { time_zone: timeZone }: ChangedVisit) => ({ startsAt: at.toISOString(), timeZone })

type ToMail = { id: string } | { skipped: string }

/** Null for providers who switched off appointments. */
async function providerToMail(tx: Tx, clinicId: string, providerId: string | null): Promise<ToMail> {
  const { rows } = await sql<{ user_id: string | null; channel: string | null }>`
    select p.user_id, app.notice_channel(p.clinic_id, p.user_id, 'appointment_updates') as channel
      from public.providers p where p.clinic_id = ${clinicId} and p.id = ${providerId}::uuid`.execute(tx)
  const [row] = rows
  if (!row?.user_id || !(await isOnTeam(tx, clinicId, row.user_id))) return { skipped: 'not on the team' }
  return row.channel === 'none' ? { skipped: 'not wanted' } : { id: row.user_id }
}
