import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PlayedPart } from '#domain/learning/played.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { readingsKey } from './queries.ts'

/** The position is saved after scrolling has paused for this long. */
const pauseMs = 1_500
/** Positions closer to either end are not resumed. */
const beginning = 0.05
const end = 0.95

/**
 * Reports to the server that content is open and at which position: an article's by scrolling, a video's by `report`.
 * Failures are not shown.
 *
 * @param isScrolled true if the position is the page's
 * @param startAt the stored position
 * @param onCompleted called after a saved position that may have completed the content
 */
export function useReadingPlace({
  itemId,
  slug,
  isScrolled,
  startAt,
  mayComplete,
  onCompleted,
}: {
  itemId: string
  slug: string
  isScrolled: boolean
  startAt: number
  mayComplete(position: number, watched: readonly PlayedPart[]): boolean
  onCompleted(): void
}) {
  const queryClient = useQueryClient()
  const ref = useRef<HTMLDivElement>(null)
  // constant while the page is open
  const [kept] = useState(startAt)
  const [hasResumed, setResumed] = useState(false)

  const ending = useRef({ mayComplete, onCompleted })
  ending.current = { mayComplete, onCompleted }
  const report = useCallback(
    (position?: number, seen = 0, watched: readonly PlayedPart[] = []): Promise<void> =>
      callFunction('record-reading', {
        ...{ itemId, seen, watched: watched.map(([from, to]): [number, number] => [from, to]) },
        ...(position !== undefined && { position }),
      })
        .then(() => {
          const isWorthAsking = position !== undefined && ending.current.mayComplete(position, watched)
          if (isWorthAsking) ending.current.onCompleted()
          else void queryClient.invalidateQueries({ queryKey: readingsKey(slug), refetchType: 'none' })
        })
        .catch(() => undefined),
    [itemId, slug, queryClient],
  )

  useEffect(() => void report(), [report])

  useEffect(() => {
    if (!isScrolled) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const onScroll = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (ref.current) void report(placeIn(ref.current), inSight(ref.current))
      }, pauseMs)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', onScroll)
    }
  }, [isScrolled, report])

  return {
    ref,
    report,
    async flush(): Promise<void> {
      if (isScrolled && ref.current) await report(placeIn(ref.current), inSight(ref.current))
    },
    canResume: isScrolled && !hasResumed && kept > beginning && kept < end,
    resume() {
      setResumed(true)
      const text = ref.current?.getBoundingClientRect()
      if (text)
        scrollTo({ top: scrollY + text.top + kept * text.height - innerHeight / 3, behavior: 'smooth' })
    },
  }
}

/** Share of the text, 0 to 1, above a third of the window. */
function placeIn(text: HTMLElement): number {
  const { top, height } = text.getBoundingClientRect()
  if (height === 0) return 0
  const share = (innerHeight / 3 - top) / height
  return Math.round(Math.min(Math.max(share, 0), 1) * 1000) / 1000
}

/** Share of the text, 0 to 1, that was in the window. */
function inSight(text: HTMLElement): number {
  const { top, height } = text.getBoundingClientRect()
  if (height === 0) return 0
  return Math.min(Math.max((innerHeight - top) / height, 0), 1)
}
