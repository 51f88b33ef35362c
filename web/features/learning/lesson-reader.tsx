import { useQuery } from '@tanstack/react-query'
import { Bookmark, BookmarkCheck, SearchX } from 'lucide-react'
import { type ReactNode, startTransition, useOptimistic } from 'react'
import { mayComplete } from '#domain/learning/completion.ts'
import type { PlayedPart } from '#domain/learning/played.ts'
import { learningTexts } from '#domain/texts/learning.ts'
import { ContentView } from '#web/components/article/content-view.tsx'
import { DateText } from '#web/components/date-text.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { DueLine } from './assigned-lessons.tsx'
import { CompleteCard, completionOf } from './complete-card.tsx'
import { LessonFacts } from './lesson-facts.tsx'
import { lessonQuery, type OpenLesson, type Reading, readingsQuery } from './queries.ts'
import { useKeepLesson } from './use-keep-lesson.ts'
import { useReadingPlace } from './use-reading-place.ts'
import { useRefreshCompletion } from './use-refresh-completion.ts'
import { useSaveForLater } from './use-save-for-later.ts'

const texts = learningTexts

/** @param path of its page @param heading renders the page's heading with the lesson's title */
export function LessonReader({
  clinic,
  itemId,
  path,
  heading,
}: {
  clinic: Clinic
  itemId: string
  path: string
  heading(title: string): ReactNode
}) {
  const lesson = useQuery(lessonQuery(clinic.subdomain, itemId))
  const readings = useQuery(readingsQuery(clinic.subdomain))
  useKeepLesson(lesson.data, path)
  if (lesson.isPending || readings.isPending) return <ReaderSkeleton />
  if (lesson.data === undefined)
    return <ErrorState title={texts.articleFailed} onRetry={() => void lesson.refetch()} />
  if (lesson.data === null) return <LessonNotFound />
  return (
    <OpenedLesson
      key={itemId}
      lesson={lesson.data}
      reading={readings.data?.get(itemId)}
      clinic={clinic}
      heading={heading}
    />
  )
}

export function LessonNotFound() {
  return (
    <EmptyState icon={SearchX} title={texts.notFound}>
      {texts.notFoundLead}
    </EmptyState>
  )
}

function OpenedLesson({
  lesson,
  reading,
  clinic,
  heading,
}: {
  lesson: OpenLesson
  reading: Reading | undefined
  clinic: Clinic
  heading(title: string): ReactNode
}) {
  const slug = clinic.subdomain
  const isScrolled = lesson.body.type === 'article'
  const refreshCompletion = useRefreshCompletion(slug, lesson.id)
  const isCompleted = completionOf(lesson, reading) !== null
  const place = useReadingPlace({
    itemId: lesson.id,
    slug,
    isScrolled,
    startAt: reading?.position ?? 0,
    mayComplete: (position, watched) =>
      !isCompleted &&
      mayComplete(lesson.body, { farthest: position, watched: [...watchedOf(lesson, reading), ...watched] }),
    onCompleted: () => void refreshCompletion(),
  })
  const save = useSaveForLater(slug)
  const [isSaved, showSaved] = useOptimistic(reading?.isSaved ?? false)
  const toggleSaved = () =>
    startTransition(async () => {
      showSaved(!isSaved)
      // until the refetch; the hook shows a failure
      await save.mutateAsync({ itemId: lesson.id, isSaved: !isSaved }).catch(() => {})
    })
  return (
    <article className="space-y-6">
      <div className="space-y-3">
        <LessonFacts lesson={lesson} />
        {heading(lesson.title)}
        {lesson.description && <p className="text-lead text-muted">{lesson.description}</p>}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="outline"
            size="small"
            aria-pressed={isSaved}
            onClick={() => save.isPending || toggleSaved()}
          >
            {isSaved ? <BookmarkCheck aria-hidden /> : <Bookmark aria-hidden />}
            {isSaved ? texts.savedForLater : texts.saveForLater}
          </Button>
          {place.canResume && (
            <Button variant="tint" size="small" onClick={place.resume}>
              {texts.resume}
            </Button>
          )}
          <span className="text-note text-muted">
            {texts.updated} <DateText value={lesson.publishedAt} />
          </span>
        </div>
      </div>
      {lesson.assignment && lesson.assignment.completedAt === null && (
        <Notice tone="info" title={texts.assigned.of(clinic.name)}>
          {lesson.assignment.reason && <p className="break-words">{lesson.assignment.reason}</p>}
          <DueLine lesson={lesson.assignment} timeZone={clinic.time_zone} />
        </Notice>
      )}
      <div ref={place.ref}>
        <ContentView
          itemId={lesson.id}
          title={lesson.title}
          body={lesson.body}
          place={{
            startAt: reading?.position ?? 0,
            onPlace: (position, watched) => void place.report(position, 0, watched),
          }}
        />
      </div>
      <CompleteCard lesson={lesson} reading={reading} clinic={clinic} flush={place.flush} />
    </article>
  )
}

/** The parts of this version that the reader has played, as far as this page knows. */
function watchedOf(lesson: OpenLesson, reading: Reading | undefined): readonly PlayedPart[] {
  return reading?.versionId === lesson.versionId ? reading.watched : []
}

export function ReaderSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-5 w-40" />
      <Skeleton className="mt-3 h-10 w-96 max-w-full" />
      <Skeleton className="mt-8 h-96 rounded-card" />
    </Loading>
  )
}
