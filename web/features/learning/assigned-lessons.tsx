import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { learningTexts } from '#domain/texts/learning.ts'
import { dateIn } from '#domain/values/zones.ts'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { type AssignedLesson, assignedQuery } from './assigned-query.ts'
import { LessonFacts } from './lesson-facts.tsx'

const texts = learningTexts.assigned

/** The patient's assigned lessons, with reasons; nothing without any (docs/specification.md B2.5). */
export function AssignedLessons({ clinic, pathOf }: { clinic: Clinic; pathOf(itemId: string): string }) {
  const assigned = useQuery(assignedQuery(clinic.subdomain))
  if (assigned.isError) return <ErrorState title={texts.failed} onRetry={() => void assigned.refetch()} />
  // the cards below appear together with it
  if (assigned.isPending) return <span hidden aria-busy="true" />
  if (assigned.data.length === 0) return null
  return (
    <section aria-labelledby="assigned-lessons" className="card p-5 sm:p-6">
      <h2 id="assigned-lessons" className="font-display text-h3 font-medium">
        {texts.title}
      </h2>
      <p className="mt-1 text-muted">{texts.lead(clinic.name)}</p>
      <ul className="mt-4 divide-y divide-line">
        {assigned.data.map((lesson) => (
          <li key={lesson.id} className="relative space-y-1.5 py-4 first:pt-0 last:pb-0">
            <LessonFacts lesson={lesson} />
            <Link
              to={withClinic(pathOf(lesson.id))}
              className="link block font-semibold break-words after:absolute after:inset-0"
              aria-label={`${learningTexts.open[lesson.type]}: ${lesson.title}`}
            >
              {lesson.title}
            </Link>
            {lesson.reason && (
              <p className="text-form break-words">
                {texts.why} {lesson.reason}
              </p>
            )}
            <DueLine lesson={lesson} timeZone={clinic.time_zone} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export function DueLine({ lesson, timeZone }: { lesson: Pick<AssignedLesson, 'dueOn'>; timeZone: string }) {
  if (lesson.dueOn === null) return null
  const isOverdue = lesson.dueOn < dateIn(serverNow(), timeZone)
  return (
    <p className="text-note text-muted">
      {isOverdue ? texts.overdue : texts.due} <DateText value={lesson.dueOn} />
    </p>
  )
}
