import * as Primitive from '@radix-ui/react-dialog'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, type PointerEvent, type TouchEvent, useEffect, useRef, useState } from 'react'
import { distinctUrls, slideText } from '#domain/presentations/presentations.ts'
import { presentationTexts } from '#domain/texts/presentations.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/class-names.ts'
import { Spinner } from '../ui/spinner.tsx'
import { createPreloader, type Priority } from './preloader.ts'
import { SlideContent } from './slide-content.tsx'
import { SlidePicture } from './slide-picture.tsx'
import type { LoadedSlides, SlidesWanted } from './slides-api.ts'
import { slidesQuery } from './slides-queries.ts'
import { useRenewedSlides } from './use-renewed-slides.ts'
import { createViewerControl, showsStrip, type ViewerControl, type ViewerState } from './viewer-control.ts'
import { stripMark, ViewerFrame } from './viewer-frame.tsx'

const texts = presentationTexts.viewer

/**
 * Full-screen viewer (docs/specification.md B2.14).
 *
 * @param initialSlide from 0
 * @param isDraft the team's unpublished version
 * @param onPlace receives the current slide, from 0
 */
export function PresentationViewer({
  presentationId,
  initialSlide = 0,
  isDraft = false,
  onClose,
  onPlace,
}: {
  presentationId: string
  initialSlide?: number
  isDraft?: boolean
  onClose(): void
  onPlace?(index: number, total: number): void
}) {
  const slug = useClinicSlug()
  const owner = useSession().user?.id ?? ''
  const wanted = { owner, presentationId, isDraft }
  const slides = useQuery(slidesQuery(slug, wanted))
  const title = slides.data?.title ?? ''
  return (
    <Primitive.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Primitive.Portal>
        <Primitive.Content
          aria-describedby={undefined}
          className="viewer"
          onOpenAutoFocus={(event) => {
            // focuses the dialog, so that keys turn slides and no button shows a focus ring
            event.preventDefault()
            ;(event.currentTarget as HTMLElement).focus()
          }}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onClose()
          }}
        >
          <Primitive.Title className="sr-only">{texts.label(title)}</Primitive.Title>
          {slides.isPending ? (
            <p role="status" className="viewer-middle text-lead">
              <Spinner />
              {texts.loading}
            </p>
          ) : !slides.data || slides.data.slides.length === 0 ? (
            <div role="alert" className="viewer-middle max-w-120 text-center">
              <p className="font-display text-h3 font-medium">{texts.failed}</p>
              <p className="text-muted">{texts.failedLead}</p>
              <Button onClick={onClose}>{texts.close}</Button>
            </div>
          ) : (
            <Slides
              wanted={wanted}
              loaded={slides.data}
              initialSlide={initialSlide}
              onClose={onClose}
              {...(onPlace && { onPlace })}
            />
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

function Slides({
  wanted,
  loaded: { slides },
  initialSlide,
  onClose,
  onPlace,
}: {
  wanted: SlidesWanted
  loaded: LoadedSlides
  initialSlide: number
  onClose(): void
  onPlace?(index: number, total: number): void
}) {
  const total = slides.length
  const slug = useClinicSlug()
  const { width, height } = useWindowSize()
  const { control, state } = useControl({ total, initialSlide, onClose })
  // until the control knows the smaller total
  const index = Math.min(state.index, total - 1)
  const renew = useRenewedSlides(wanted)
  const slide = slides[index]
  const hasPictures = slides.some(({ thumbnailUrl }) => thumbnailUrl !== '')
  const isSettled = usePause()
  const small = useQuery({
    ...slidesQuery(slug, { ...wanted, thumbnailSize: 'SMALL' }),
    // after the slide itself
    enabled: hasPictures && isSettled && showsStrip(width, height),
  })
  const decoded = usePreloading(slides, index)

  const report = useRef(onPlace)
  report.current = onPlace
  const reportedTotal = useRef(total)
  useEffect(() => {
    // a smaller total does not report the last slide
    const isSame = reportedTotal.current === total
    reportedTotal.current = total
    if (isSame) report.current?.(index, total)
  }, [index, total])

  const isEnlarged = useEnlarged()
  const pressed = useRef<'seen' | 'faded'>('seen')

  const touchPoint = ({ changedTouches }: TouchEvent) => ({
    x: changedTouches[0]?.clientX ?? 0,
    y: changedTouches[0]?.clientY ?? 0,
  })

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      if (control.key(event.key, isOnControl(event.target))) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [control])

  if (!slide) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for mouse and finger; keys and buttons do the same
    <div
      className={cn(
        'absolute inset-0 select-none',
        // two fingers zoom in; on a zoomed slide one finger pans
        isEnlarged ? 'touch-auto' : 'touch-pan-y touch-pinch-zoom',
      )}
      onPointerDownCapture={({ target }: PointerEvent) => {
        pressed.current = isFaded(target) ? 'faded' : 'seen'
      }}
      onClickCapture={(event: MouseEvent) => {
        // a click on faded controls only shows them again. Key presses have no `detail`
        if (pressed.current === 'faded' && event.detail > 0) event.stopPropagation()
        pressed.current = 'seen'
      }}
      onMouseMove={control.pointerActivity}
      onDoubleClick={(event: MouseEvent) => isOnControl(event.target) || control.doubleClick()}
      onTouchStart={(event) =>
        control.touchStart(touchPoint(event), {
          isScrolling: isOnStrip(event.target),
          fingers: event.touches.length,
          isEnlarged: isPageEnlarged(),
        })
      }
      onTouchEnd={(event) => control.touchEnd(touchPoint(event))}
      onTouchCancel={control.touchCancel}
    >
      <ViewerFrame
        index={index}
        total={total}
        width={width}
        height={height}
        areControlsShown={state.areControlsShown}
        slide={layersOf(index, total, decoded).map((at) => {
          const shown = slides[at]
          return (
            shown && (
              <div
                key={`${shown.id} ${shown.thumbnailUrl}`}
                aria-hidden={at !== index || undefined}
                className={cn('viewer-slide', at !== index && 'viewer-slide-ahead')}
              >
                <SlidePicture slide={shown} label={texts.place(at + 1, total)} onUnavailable={renew} />
              </div>
            )
          )
        })}
        thumbnail={(at) => <Thumbnail slide={slides[at]} url={small.data?.slides[at]?.thumbnailUrl} />}
        onNext={control.next}
        onPrevious={control.previous}
        onGoTo={control.goTo}
        onClose={onClose}
      />
    </div>
  )
}

/**
 * The current slide and its decoded neighbors below it: a turn only changes the top layer and loads nothing. In slide
 * order, so that no element moves.
 */
export function layersOf(index: number, total: number, decoded: ReadonlySet<number>): number[] {
  const neighbors = [index - 1, index + 1].map((at) => (at + total) % total)
  return [...new Set([index, ...neighbors.filter((at) => decoded.has(at))])].sort((a, b) => a - b)
}

function Thumbnail({
  slide,
  url,
}: {
  slide: LoadedSlides['slides'][number] | undefined
  url: string | undefined
}) {
  if (!slide) return null
  if (slide.content.layoutType !== 'default') return <SlideContent content={slide.content} isSmall />
  return url ? <img src={url} alt="" loading="lazy" className="size-full object-contain" /> : null
}

function isOnControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button') !== null
}

function isOnStrip(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[${stripMark}]`) !== null
}

/** True if the controls have faded and do not contain the focus. */
function isFaded(target: EventTarget | null): boolean {
  const controls = target instanceof Element && target.closest('.viewer-controls-faded')
  return Boolean(controls) && !(controls as Element).matches(':focus-within')
}

/** True if the page is zoomed with two fingers, beyond a tolerance. */
function isPageEnlarged(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.01
}

function useEnlarged(): boolean {
  const [isEnlarged, setEnlarged] = useState(isPageEnlarged)
  useEffect(() => {
    const viewport = window.visualViewport
    const onResize = () => setEnlarged(isPageEnlarged())
    viewport?.addEventListener('resize', onResize)
    return () => viewport?.removeEventListener('resize', onResize)
  }, [])
  return isEnlarged
}

/** The viewer's control, created once and stopped at unmount. */
function useControl({
  total,
  initialSlide,
  onClose,
}: {
  total: number
  initialSlide: number
  onClose(): void
}): { control: ViewerControl; state: ViewerState } {
  const close = useRef(onClose)
  close.current = onClose
  const [state, setState] = useState<ViewerState | null>(null)
  const [control] = useState(() =>
    createViewerControl({
      total,
      start: initialSlide,
      // opened by keyboard or screen reader: the pressed element shows its focus
      hasPointer: !document.activeElement?.matches(':focus-visible'),
      reducesMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
      now: () => performance.now(),
      wait(run, delayMs) {
        const timer = setTimeout(run, delayMs)
        return () => clearTimeout(timer)
      },
      onChange: setState,
      onClose: () => close.current(),
    }),
  )
  useEffect(() => {
    control.open()
    return () => control.stop()
  }, [control])
  useEffect(() => control.setTotal(total), [control, total])
  return { control, state: state ?? control.state() }
}

function useWindowSize(): { width: number; height: number } {
  const [size, setSize] = useState(windowSize)
  useEffect(() => {
    const onResize = () => setSize(windowSize)
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [])
  return size
}

const windowSize = () => ({ width: innerWidth, height: innerHeight })

function usePause(): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return isOver
}

const browserPriority: Record<Priority, 'high' | 'auto' | 'low'> = {
  critical: 'high',
  high: 'high',
  medium: 'auto',
  low: 'low',
}

/** Preloads slides around the current one (docs/specification.md B7, B9). @returns those whose pictures are decoded */
function usePreloading(slides: LoadedSlides['slides'], index: number): ReadonlySet<number> {
  const [decoded, setDecoded] = useState<ReadonlySet<number>>(new Set())
  const preloader = useRef<ReturnType<typeof createPreloader>>(null)
  // references stop the browser from dropping decoded images
  const images = useRef(new Map<string, HTMLImageElement>())
  useEffect(() => {
    const own = createPreloader({
      async load(at, priority) {
        const slide = slides[at]
        const [url] = slide ? distinctUrls(slide.thumbnailUrl, slide.exportUrl) : []
        if (!url) return
        const image = new Image()
        image.fetchPriority = browserPriority[priority]
        image.src = url
        images.current.set(url, image)
        const isThere = await image.decode().then(
          () => true,
          () => false,
        )
        if (isThere) setDecoded((now) => new Set([...now, at]))
      },
      wait(run, delayMs) {
        const timer = setTimeout(run, delayMs)
        return () => clearTimeout(timer)
      },
    })
    preloader.current = own
    setDecoded(new Set())
    return () => own.stop()
  }, [slides])
  useEffect(() => preloader.current?.show(index, slides.length), [index, slides])
  return decoded
}

/** The text of all slides, for screen readers and readers who prefer text. */
export function SlideWords({ slides }: { slides: LoadedSlides['slides'] }) {
  const said = slides.map((slide, at) => ({ number: at + 1, id: slide.id, text: slideText(slide) }))
  if (said.every(({ text }) => text === '')) return null
  return (
    <details className="rounded-control border border-line px-4 py-3">
      <summary className="font-semibold">{presentationTexts.lesson.text}</summary>
      <ol className="mt-3 space-y-3">
        {said
          .filter(({ text }) => text !== '')
          .map(({ id, number, text }) => (
            <li key={id}>
              <p className="text-note text-muted">{presentationTexts.lesson.textOf(number)}</p>
              <p className="whitespace-pre-line">{text}</p>
            </li>
          ))}
      </ol>
    </details>
  )
}
