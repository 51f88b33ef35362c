import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { partIds } from '#domain/mailed-links.ts'
import { wardLessonPath } from '#domain/paths.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { wardLessonsQuery } from './queries.ts'

const texts = guardianTexts.ward.lessons

export function WardLessons({ slug, guardianshipId }: { slug: string; guardianshipId: string }) {
  const read = useQuery(wardLessonsQuery(slug))
  return (
    <SectionCard id={partIds.lessons} title={texts.title}>
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
            ({
              id,
              item_id: itemId,
              reason,
              due_on: dueOn,
              completed_at: completedAt,
              content_versions: lesson,
            }) => (
              <li key={id} className="py-3 first:pt-0 last:pb-0">
                <Link
                  to={withClinic(wardLessonPath(guardianshipId, itemId))}
                  className="link inline-block break-words"
                >
                  {lesson.title}
                </Link>
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
    </SectionCard>
  )
}
