import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { learningTexts } from '#domain/texts/learning.ts'
import { ContentView } from '#web/components/article/content-view.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { DueLine } from './assigned-lessons.tsx'
import { LessonFacts } from './lesson-facts.tsx'
import { LessonNotFound, ReaderSkeleton } from './lesson-reader.tsx'
import { lessonQuery } from './queries.ts'

const texts = learningTexts

/**
 * A ward's lesson, for their guardian. Saves no position and completes nothing: those are the patient's own.
 *
 * @param name of the patient
 */
export function WardLesson({
  clinic,
  itemId,
  name,
  heading,
}: {
  clinic: Clinic
  itemId: string
  name: string
  heading(title: string): ReactNode
}) {
  const { data: lesson, isPending, refetch } = useQuery(lessonQuery(clinic.subdomain, itemId))
  if (isPending) return <ReaderSkeleton />
  if (lesson === undefined) return <ErrorState title={texts.articleFailed} onRetry={() => void refetch()} />
  if (lesson === null) return <LessonNotFound />
  return (
    <article className="space-y-6">
      <div className="space-y-3">
        <LessonFacts lesson={lesson} />
        {heading(lesson.title)}
        {lesson.description && <p className="text-lead text-muted">{lesson.description}</p>}
      </div>
      {lesson.assignment && lesson.assignment.completedAt === null && (
        <Notice tone="info" title={texts.assigned.forWard(clinic.name, name)}>
          {lesson.assignment.reason && <p className="break-words">{lesson.assignment.reason}</p>}
          <DueLine lesson={lesson.assignment} timeZone={clinic.time_zone} />
        </Notice>
      )}
      <ContentView itemId={lesson.id} title={lesson.title} body={lesson.body} />
    </article>
  )
}
