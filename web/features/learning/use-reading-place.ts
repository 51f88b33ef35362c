import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PlayedPart } from '#domain/learning/played.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { readingsKey } from './queries.ts'

/** How long the page stands still before its place is kept. */
const pauseMs = 1_500
/** Nearer to the beginning or the end there is nothing to go on with. */
const beginning = 0.05
const end = 0.95

/**
 * Tells the server that something is open, and where in it one is: an article by scrolling, a video by `report`. A place
 * that could not be kept is no reason to disturb a reader.
 *
 * @param isScrolled whether the place is that of the page
 * @param startAt the place as it was kept
 * @param onCompleted told that reaching a place may have completed it, when that is kept
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
  // as it was at the beginning
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
    /** Reports the place at once, for an action that depends on it. */
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

/** How much of the text is above the reader's eyes, from 0 to 1: a third below the top of the window. */
function placeIn(text: HTMLElement): number {
  const { top, height } = text.getBoundingClientRect()
  if (height === 0) return 0
  const share = (innerHeight / 3 - top) / height
  return Math.round(Math.min(Math.max(share, 0), 1) * 1000) / 1000
}

/** How much of the text has come into the window, from 0 to 1. */
function inSight(text: HTMLElement): number {
  const { top, height } = text.getBoundingClientRect()
  if (height === 0) return 0
  return Math.min(Math.max((innerHeight - top) / height, 0), 1)
}
