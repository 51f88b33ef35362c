import { useQuery } from '@tanstack/react-query'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { PersonSection } from '#web/components/person-section.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { wardLessonsQuery } from './queries.ts'

const texts = guardianTexts.ward.lessons

/** What the clinic asks the patient of the page to read, why, and until when. */
export function WardLessons({ slug }: { slug: string }) {
  const read = useQuery(wardLessonsQuery(slug))
  return (
    <PersonSection title={texts.title}>
      {read.isPending ? (
        <Loading>
          <Skeleton className="h-16 rounded-control" />
        </Loading>
      ) : !read.data ? (
        <ErrorState title={texts.failed} onRetry={() => void read.refetch()} />
      ) : read.data.length === 0 ? (
        <p className="text-form text-muted">{texts.none}</p>
      ) : (
        <ul className="divide-y divide-line">
          {read.data.map(
            ({ id, reason, due_on: dueOn, completed_at: completedAt, content_versions: lesson }) => (
              <li key={id} className="py-3 first:pt-0 last:pb-0">
                <p className="font-semibold break-words">{lesson.title}</p>
                {lesson.description && <p className="text-form break-words">{lesson.description}</p>}
                {reason && <p className="text-form break-words text-muted">{reason}</p>}
                {(completedAt || dueOn) && (
                  <p className="mt-1 text-note text-muted">
                    {completedAt ? texts.done : texts.due} <DateText value={completedAt ?? dueOn ?? ''} />
                  </p>
                )}
              </li>
            ),
          )}
        </ul>
      )}
    </PersonSection>
  )
}
