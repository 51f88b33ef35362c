import { useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { paths } from '#domain/paths.ts'
import { portalTexts } from '#domain/texts/portal.ts'
import { formatDate } from '#domain/values/dates.ts'
import { dateIn } from '#domain/values/zones.ts'
import { LinkRow } from '#web/components/page/link-row.tsx'
import { Waiting } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { type AssignedLesson, assignedQuery } from './assigned-query.ts'

const texts = portalTexts.home.lessons
const mostShown = 2

/** Rows for the assigned lessons that are due first, and one for the others; nothing without any. */
export function LessonsForYou({ clinic, pathOf }: { clinic: Clinic; pathOf(itemId: string): string }) {
  const { data: lessons, isPending } = useQuery(assignedQuery(clinic.subdomain))
  if (isPending) return <Waiting />
  if (!lessons) return null
  const today = dateIn(serverNow(), clinic.time_zone)
  const others = lessons.length - mostShown
  return (
    <>
      {lessons.slice(0, mostShown).map((lesson) => (
        <LinkRow
          key={lesson.id}
          to={withClinic(pathOf(lesson.id))}
          icon={BookOpen}
          note={factsOf(lesson, today)}
        >
          {lesson.title}
        </LinkRow>
      ))}
      {others > 0 && (
        <LinkRow to={withClinic(paths.learn)} icon={BookOpen}>
          {texts.others(others)}
        </LinkRow>
      )}
    </>
  )
}

function factsOf({ readMinutes, dueOn }: AssignedLesson, today: string): string {
  const minutes = readMinutes > 0 ? [texts.minutes(readMinutes)] : []
  const due = dueOn ? [`${dueOn < today ? texts.overdue : texts.due} ${formatDate(dueOn, 'UTC')}`] : []
  return [texts.lesson, ...minutes, ...due].join(' · ')
}
