import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BookOpen, Presentation } from 'lucide-react'
import { contentPath, visitLessonPath, withQuery } from '#domain/paths.ts'
import { visitLessonTexts } from '#domain/texts/visit-lessons.ts'
import { Field } from '#web/components/form/field.tsx'
import { presentationsQuery } from '#web/components/slides/slides-queries.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import { type VisitLesson, visitLessonQuery, visitLessonsQuery } from './queries.ts'

const texts = visitLessonTexts.onVisit

/** The lesson of a visit: View Syllabus and Show Slides (docs/specification.md B2.9), and the answers afterwards. */
export function LessonOfVisit({ slug, appointmentId }: { slug: string; appointmentId: string }) {
  const may = useCan()
  const lesson = useQuery(visitLessonQuery(slug, appointmentId))
  if (lesson.isPending) return may('appointments:write') ? <ChooseSkeleton /> : null
  if (lesson.data === undefined) return <Failed onRetry={() => void lesson.refetch()} />
  if (lesson.data) return <Planned lesson={lesson.data} slug={slug} appointmentId={appointmentId} />
  return may('appointments:write') ? <Choose slug={slug} appointmentId={appointmentId} /> : null
}

/**
 * The lesson of a visit in a list, if any: all are read at once.
 *
 * @param span of the list; a failed read is shown at its first visit
 */
export function LessonInList({
  slug,
  appointmentId,
  span,
}: {
  slug: string
  appointmentId: string
  span: { from: string; until: string; firstId: string }
}) {
  const { data: lessons, isError, refetch } = useQuery(visitLessonsQuery(slug, span))
  const lesson = lessons?.get(appointmentId)
  if (isError && !lessons && appointmentId === span.firstId) return <Failed onRetry={() => void refetch()} />
  return lesson ? <Planned lesson={lesson} slug={slug} appointmentId={appointmentId} /> : null
}

function Failed({ onRetry }: { onRetry(): void }) {
  return (
    <p role="alert" className="text-form text-muted">
      {texts.failed}{' '}
      <Button variant="link" onClick={onRetry}>
        {visitLessonTexts.tryAgain}
      </Button>
    </p>
  )
}

function Planned({
  lesson,
  slug,
  appointmentId,
}: {
  lesson: VisitLesson
  slug: string
  appointmentId: string
}) {
  const mayWrite = useCan()('appointments:write')
  const set = useSetLesson(slug)
  return (
    <div className="space-y-2">
      <p className="font-semibold break-words">{lesson.title}</p>
      {lesson.endedAt ? (
        <Result lesson={lesson} />
      ) : (
        lesson.startedAt && <p className="text-form text-muted">{texts.begun(lesson.slide)}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button asChild variant="outline" size="small">
          <a
            href={withClinic(withQuery(contentPath(lesson.presentationId), { preview: 'yes' }))}
            target="_blank"
            rel="noreferrer"
          >
            <BookOpen aria-hidden />
            {texts.syllabus}
            <span className="sr-only">, {texts.opensWindow}</span>
          </a>
        </Button>
        {!lesson.endedAt && mayWrite && (
          <Button asChild size="small">
            <a href={withClinic(visitLessonPath(lesson.id))} target="_blank" rel="noreferrer">
              <Presentation aria-hidden />
              {texts.slides}
              <span className="sr-only">, {texts.opensWindow}</span>
            </a>
          </Button>
        )}
        {!lesson.startedAt && mayWrite && (
          <Button
            variant="quiet"
            size="small"
            disabled={set.isPending}
            onClick={() => set.mutate({ appointmentId, presentationId: null })}
          >
            {texts.remove}
          </Button>
        )}
      </div>
    </div>
  )
}

function Result({ lesson }: { lesson: VisitLesson }) {
  if (!lesson.answers?.length) return <p className="text-form text-muted">{texts.finished}</p>
  return (
    <dl className="space-y-1 text-form">
      {lesson.answers.map(({ question, result }) => (
        <div key={question} className="flex flex-wrap justify-between gap-x-4">
          <dt className="break-words">{question}</dt>
          <dd className="font-semibold">{visitLessonTexts.results[result]}</dd>
        </div>
      ))}
    </dl>
  )
}

function Choose({ slug, appointmentId }: { slug: string; appointmentId: string }) {
  const presentations = useQuery(presentationsQuery(slug))
  const set = useSetLesson(slug)
  const offered = presentations.data?.filter(({ isPublished }) => isPublished) ?? []
  if (presentations.isPending) return <ChooseSkeleton />
  if (presentations.data && offered.length === 0)
    return <p className="text-note text-muted">{texts.noPresentations}</p>
  return (
    <Field label={texts.plan}>
      {(control) => (
        <Select
          {...control}
          value=""
          disabled={set.isPending}
          onChange={({ target }) =>
            target.value && set.mutate({ appointmentId, presentationId: target.value })
          }
        >
          <option value="">{texts.choose}</option>
          {offered.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** As high as the choice or the lesson, so that the visits below do not move. */
function ChooseSkeleton() {
  return <Skeleton className="h-24 sm:h-20" />
}

function useSetLesson(slug: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: { appointmentId: string; presentationId: string | null }) =>
      callFunction('set-visit-lesson', input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'visit-lessons') }),
    onError: (error) =>
      toast.error(texts.saveFailed, { description: refusalSentence(error) ?? visitLessonTexts.tryAgain }),
  })
}
