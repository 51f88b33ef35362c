import { type PersonView, standingOf } from '#domain/memberships/person.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { formatDate } from '#domain/values/dates.ts'
import { Notice } from '#web/components/ui/notice.tsx'
import { usePageZone } from '#web/lib/clinic/page-zone.ts'

const texts = membershipTexts.person.emailReport

/** The delivery report about a person's address, with what to do; nothing without one. */
export function EmailReport({ person }: { person: PersonView }) {
  const zone = usePageZone()
  const { emailReport, userId, role } = person
  if (!emailReport) return null
  const date = formatDate(emailReport.reportedAt, zone)
  if (emailReport.report === 'complaint')
    return (
      <Notice tone="info" title={texts.complaint(date)} className="mb-4">
        {texts.complaintText}
      </Notice>
    )
  const isInvited = standingOf(person) === 'invited' || standingOf(person) === 'not-accepted'
  const advice = isInvited ? texts.invite : userId ? texts.account : texts.record
  return (
    <Notice tone="warning" title={texts.gone(date)} className="mb-4">
      {role === 'patient' || isInvited ? advice : texts.team}
    </Notice>
  )
}
