import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { presentationTexts } from '#domain/texts/presentations.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/class-names.ts'
import { dotsOf, showsSideButtons, showsStrip, stripScroll } from './viewer-control.ts'

const texts = presentationTexts.viewer

export const stripMark = 'data-viewer-strip'

/**
 * The viewer's controls around a slide.
 *
 * @param width of the window, which with its height decides the controls shown (docs/specification.md B9)
 */
export function ViewerFrame({
  index,
  total,
  width,
  height,
  areControlsShown,
  slide,
  thumbnail,
  onNext,
  onPrevious,
  onGoTo,
  onClose,
}: {
  index: number
  total: number
  width: number
  height: number
  areControlsShown: boolean
  slide: ReactNode
  thumbnail(index: number): ReactNode
  onNext(): void
  onPrevious(): void
  onGoTo(index: number): void
  onClose(): void
}) {
  // faded controls stay in place for keyboard and screen readers, and are visible with the focus
  const fades = cn('viewer-controls', !areControlsShown && 'viewer-controls-faded')
  const hasSides = showsSideButtons(width)
  const hasStrip = showsStrip(width, height)
  return (
    <>
      <div className="absolute inset-0 grid place-items-center">{slide}</div>
      <p role="status" className="sr-only">
        {texts.place(index + 1, total)}
      </p>
      <div className={cn(fades, 'absolute top-3 right-3')}>
        <Button variant="outline" size="icon" aria-label={texts.close} onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
      {hasSides && (
        <>
          <div className={cn(fades, 'absolute top-1/2 left-4 -translate-y-1/2')}>
            <Button variant="outline" size="icon" aria-label={texts.previous} onClick={onPrevious}>
              <ChevronLeft aria-hidden />
            </Button>
          </div>
          <div className={cn(fades, 'absolute top-1/2 right-4 -translate-y-1/2')}>
            <Button variant="outline" size="icon" aria-label={texts.next} onClick={onNext}>
              <ChevronRight aria-hidden />
            </Button>
          </div>
        </>
      )}
      <div className={cn(fades, 'absolute inset-x-0 bottom-0 bg-surface px-4 pt-2 pb-1')}>
        <div
          role="progressbar"
          aria-label={texts.progress}
          aria-valuemin={1}
          aria-valuemax={total}
          aria-valuenow={index + 1}
          className="absolute inset-x-0 top-0 h-1 bg-sunken"
        >
          <div className="h-full bg-primary" style={{ width: `${((index + 1) / total) * 100}%` }} />
        </div>
        {hasStrip && <Dots index={index} total={total} onGoTo={onGoTo} />}
        <div className="mt-1 flex items-center justify-between gap-3">
          <Button variant="quiet" size="icon" aria-label={texts.previous} onClick={onPrevious}>
            <ChevronLeft aria-hidden />
          </Button>
          {hasStrip ? (
            <Strip index={index} total={total} thumbnail={thumbnail} onGoTo={onGoTo} />
          ) : (
            <Dots isInBar index={index} total={total} onGoTo={onGoTo} />
          )}
          <Button variant="quiet" size="icon" aria-label={texts.next} onClick={onNext}>
            <ChevronRight aria-hidden />
          </Button>
        </div>
      </div>
    </>
  )
}

function Strip({
  index,
  total,
  thumbnail,
  onGoTo,
}: {
  index: number
  total: number
  thumbnail(index: number): ReactNode
  onGoTo(index: number): void
}) {
  const strip = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const current = strip.current?.children[index]
    if (!strip.current || !(current instanceof HTMLElement)) return
    // not scrollIntoView, which also scrolls the page
    strip.current.scrollLeft = stripScroll(
      { left: current.offsetLeft - strip.current.offsetLeft, width: current.offsetWidth },
      strip.current.clientWidth,
    )
  }, [index])
  return (
    <ul
      ref={strip}
      {...{ [stripMark]: '' }}
      aria-label={texts.strip}
      className="flex min-w-0 gap-2 overflow-x-auto p-1"
    >
      {Array.from({ length: total }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a slide's place is what it is
        <li key={at} className="flex-none">
          <div className={cn('viewer-thumbnail', at === index && 'viewer-thumbnail-current')}>
            {thumbnail(at)}
            {/* above the picture, whose words are no label */}
            <button
              type="button"
              aria-label={texts.goTo(at + 1)}
              aria-current={at === index || undefined}
              className="absolute inset-0"
              onClick={() => onGoTo(at)}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The dots and the count. Visual only: buttons and thumbnails have names. */
export function Dots({
  index,
  total,
  isInBar = false,
  onGoTo,
}: {
  index: number
  total: number
  isInBar?: boolean
  onGoTo(index: number): void
}) {
  return (
    <div aria-hidden className="flex items-center justify-center gap-1.5">
      {dotsOf(index, total).map((at) => (
        <button
          key={at}
          type="button"
          tabIndex={-1}
          className={cn('viewer-dot', at === index && 'viewer-dot-current')}
          onClick={() => onGoTo(at)}
        />
      ))}
      <span className="ml-2 text-note text-muted tabular-nums">
        {isInBar ? texts.countWide(index + 1, total) : texts.count(index + 1, total)}
      </span>
    </div>
  )
}
