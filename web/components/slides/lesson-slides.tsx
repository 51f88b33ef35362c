import { useQuery } from '@tanstack/react-query'
import { Presentation } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { presentationTexts } from '#domain/texts/presentations.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { ErrorState } from '../error-state.tsx'
import { Button } from '../ui/button.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { PresentationViewer, SlideWords } from './presentation-viewer.tsx'
import { SlidePicture } from './slide-picture.tsx'
import { slidesQuery } from './slides-queries.ts'

const texts = presentationTexts.lesson

/**
 * The reader's slide, and a button that opens the viewer. `?slide=3` begins there.
 *
 * @param isDraft the team's unpublished version
 * @param startAt the reader's position, as a share of the slides
 */
export function LessonSlides({
  presentationId,
  isDraft = false,
  startAt = 0,
  onPlace,
}: {
  presentationId: string
  isDraft?: boolean
  startAt?: number
  onPlace?(share: number): void
}) {
  const slug = useClinicSlug()
  const owner = useSession().user?.id ?? ''
  const [query] = useSearchParams()
  const slides = useQuery(slidesQuery(slug, { owner, presentationId, isDraft }))
  const [place, setPlace] = useState<number | null>(null)
  const [isOpen, setOpen] = useState(false)
  if (slides.isPending) {
    return (
      <Loading>
        <Skeleton className="aspect-video rounded-card" />
      </Loading>
    )
  }
  const total = slides.data?.slides.length ?? 0
  if (!slides.data || total === 0)
    return <ErrorState title={texts.failed} onRetry={() => void slides.refetch()} />
  const asked = Number(query.get('slide')) - 1
  const kept = asked >= 0 && asked < total ? asked : Math.round(startAt * total) - 1
  const index = Math.min(Math.max(place ?? kept, 0), total - 1)
  const slide = slides.data.slides[index]
  return (
    <div className="space-y-4">
      <div className="slide-place">
        {slide && (
          <SlidePicture
            key={`${slide.id} ${slide.thumbnailUrl}`}
            slide={slide}
            label={presentationTexts.viewer.place(index + 1, total)}
          />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => setOpen(true)}>
          <Presentation aria-hidden />
          {index === 0 ? texts.open : texts.resume(index + 1)}
        </Button>
        <span className="text-form text-muted">{texts.slides(total)}</span>
      </div>
      <SlideWords slides={slides.data.slides} />
      {isOpen && (
        <PresentationViewer
          presentationId={presentationId}
          initialSlide={index}
          isDraft={isDraft}
          onClose={() => setOpen(false)}
          onPlace={(at, of) => {
            if (at === index && place === null && at !== 0) return
            setPlace(at)
            onPlace?.((at + 1) / of)
          }}
        />
      )}
    </div>
  )
}
