import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { assignmentState } from '#domain/assignments/assignments.ts'
import { assignmentTexts } from '#domain/texts/assignments.ts'
import { dateIn } from '#domain/values/zones.ts'
import { DateText } from '#web/components/date-text.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { personLessonsQuery } from './queries.ts'

const texts = assignmentTexts.person
const shown = 3

/** A patient's lessons in progress, the overdue first; absent without any. @param path where all are */
export function OpenLessons({
  patientId,
  clinic,
  path,
}: {
  patientId: string
  clinic: Clinic
  path: string
}) {
  const { data = [] } = useQuery(personLessonsQuery(clinic.subdomain, patientId))
  const now = serverNow()
  const open = data
    .map((lesson) => ({ ...lesson, state: assignmentState(lesson, now, dateIn(now, clinic.time_zone)) }))
    .filter(({ state }) => state === 'open' || state === 'overdue')
    .toSorted((a, b) => Number(b.state === 'overdue') - Number(a.state === 'overdue'))
  if (open.length === 0) return null
  return (
    <SectionCard
      title={texts.inProgress}
      actions={
        <Link className="link text-form" to={path} replace preventScrollReset>
          {texts.more(data.length)}
        </Link>
      }
    >
      <ul className="divide-y divide-line text-form">
        {open.slice(0, shown).map(({ id, title, dueOn, state }) => (
          <li key={id} className="flex justify-between gap-x-3 py-2 first:pt-0 last:pb-0">
            <span className="min-w-0 break-words">
              {title}
              {dueOn && (
                <span className="block text-note text-muted">
                  {texts.due} <DateText value={dueOn} />
                </span>
              )}
            </span>
            {state === 'overdue' && <Badge tone="danger">{assignmentTexts.states.overdue}</Badge>}
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
