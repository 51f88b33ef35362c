import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useParams } from 'react-router'
import type { SlideObject } from '#domain/presentations/presentations.ts'
import { visitLessonTexts } from '#domain/texts/visit-lessons.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { slidesQuery } from '#web/components/slides/slides-queries.ts'
import { useRenewedSlides } from '#web/components/slides/use-renewed-slides.ts'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { ClinicGate } from '#web/features/shell/clinic-gate.tsx'
import { type OpenVisitLesson, openLessonQuery } from '#web/features/visit-lessons/queries.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useLive } from '#web/lib/fetch/use-live.ts'
import { isUuid } from '#web/lib/page/is-uuid.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const texts = visitLessonTexts.presenter
const liveTopics = ['visit-lessons']

/** Picture URLs are valid for at least five minutes, and a visit lasts longer. */
const renewEveryMs = 240_000

interface Shown {
  clinic: Clinic
  lesson: OpenVisitLesson
  slides: readonly SlideObject[]
  renew(): void
}

/** A lesson's window, for presenter and room, once lesson and slides are loaded. */
export function LessonWindow({ children }: { children(shown: Shown): ReactNode }) {
  const { lessonId = '' } = useParams()
  return (
    <ClinicGate>
      {(clinic) =>
        isUuid(lessonId) ? (
          <Loaded clinic={clinic} lessonId={lessonId}>
            {children}
          </Loaded>
        ) : (
          <NotThere />
        )
      }
    </ClinicGate>
  )
}

function Loaded({
  clinic,
  lessonId,
  children,
}: {
  clinic: Clinic
  lessonId: string
  children(shown: Shown): ReactNode
}) {
  const slug = clinic.subdomain
  const owner = useSession().user?.id ?? ''
  useLive(slug, owner, liveTopics)
  const lesson = useQuery(openLessonQuery(slug, lessonId))
  const versionId = lesson.data?.versionId
  const wanted = {
    owner,
    presentationId: lesson.data?.presentationId ?? '',
    ...(versionId && { versionId }),
  }
  const slides = useQuery({ ...slidesQuery(slug, wanted), enabled: versionId !== undefined })
  const renew = useRenewedSlides(wanted)
  const isShown = slides.data !== undefined
  useEffect(() => {
    if (!isShown) return
    const timer = setInterval(renew, renewEveryMs)
    return () => clearInterval(timer)
  }, [isShown, renew])
  if (lesson.data === null) return <NotThere />
  if (lesson.data && slides.data)
    return children({ clinic, lesson: lesson.data, slides: slides.data.slides, renew })
  if (lesson.isError || slides.isError) {
    const failed = lesson.isError ? lesson : slides
    return <ErrorState title={texts.failed} onRetry={() => void failed.refetch()} />
  }
  return (
    <Loading>
      <Skeleton className="mx-auto aspect-video w-full max-w-240 rounded-card" />
    </Loading>
  )
}

function NotThere() {
  return (
    <div role="alert" className="p-8 text-center">
      <p className="font-display text-h3 font-medium">{texts.notFound}</p>
      <p className="mt-1 text-muted">{texts.notFoundLead}</p>
    </div>
  )
}
