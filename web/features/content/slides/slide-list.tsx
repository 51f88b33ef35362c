import { useState } from 'react'
import type { Slide } from '#domain/content/slides.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { SlideContent } from '#web/components/slides/slide-content.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { useFileLinks } from '#web/lib/files/file-links.ts'
import { contentOf, useDrawnPage } from './slide-preview.ts'

const texts = contentTexts.slides
/** A drag carries only the slide's position: no content leaves the page. */
const dragType = 'application/x-carefold-slide'

/** The slides in order; one is selected. A mouse drags them, buttons move them otherwise. */
export function SlideList({
  slides,
  chosen,
  onChoose,
  onMove,
}: {
  slides: readonly Slide[]
  chosen: number
  onChoose(at: number): void
  onMove(from: number, to: number): void
}) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  return (
    <>
      <ol aria-label={texts.label} className="flex gap-3 overflow-x-auto p-1 pb-3">
        {slides.map((slide, at) => (
          <li
            key={slide.id}
            className={cn(
              'flex-none rounded-control text-center',
              at === dragged && 'opacity-50',
              at === over && dragged !== null && at !== dragged && 'outline-2 outline-primary',
            )}
            onDragOver={(event) => {
              if (dragged === null) return
              event.preventDefault()
              setOver(at)
            }}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== null && dragged !== at) onMove(dragged, at)
              setDragged(null)
              setOver(null)
            }}
          >
            <div className={cn('viewer-thumbnail', at === chosen && 'viewer-thumbnail-current')}>
              <SmallSlide slide={slide} />
              {/* above the slide, whose words are no label */}
              <button
                type="button"
                draggable
                aria-label={texts.choose(at + 1)}
                aria-current={at === chosen || undefined}
                className="absolute inset-0"
                onClick={() => onChoose(at)}
                onDragStart={({ dataTransfer, currentTarget }) => {
                  dataTransfer.setData(dragType, String(at))
                  dataTransfer.effectAllowed = 'move'
                  if (currentTarget.parentElement)
                    dataTransfer.setDragImage(currentTarget.parentElement, 0, 0)
                  setDragged(at)
                }}
                onDragEnd={() => {
                  setDragged(null)
                  setOver(null)
                }}
              />
            </div>
            <span aria-hidden className="text-note text-muted tabular-nums">
              {at + 1}
            </span>
          </li>
        ))}
      </ol>
      {slides.length > 1 && <p className="text-note text-muted">{texts.drag}</p>}
    </>
  )
}

function SmallSlide({ slide }: { slide: Slide }) {
  const page = useDrawnPage(slide)
  const fileId = slide.kind === 'page' ? page?.smallFileId : slide.fileId
  const url = useFileLinks(fileId ? [fileId] : []).get(fileId ?? '')
  if (slide.kind === 'page')
    return url ? (
      <img src={url} alt="" loading="lazy" draggable={false} className="size-full object-contain" />
    ) : null
  return <SlideContent isSmall content={contentOf(slide, url)} />
}
