import { useEffect, useRef, useState } from 'react'

/**
 * Rotates through items. Choosing one restarts its time. Stops while paused, and for users who prefer reduced motion.
 *
 * @param everyMs display time of each item
 * @param shownForMs how long the page has already shown the first one
 */
export function useRotation(
  count: number,
  everyMs: number,
  isPaused = false,
  shownForMs = 0,
): { index: number; choose(index: number): void } {
  const [state, setState] = useState({ index: 0, chosen: 0 })
  const firstMs = useRef(Math.max(0, everyMs - shownForMs))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice restarts the time
  useEffect(() => {
    if (isPaused || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const turn = () => setState(({ index, chosen }) => ({ index: (index + 1) % count, chosen }))
    let timer = setTimeout(() => {
      firstMs.current = everyMs
      turn()
      timer = setInterval(turn, everyMs)
    }, firstMs.current)
    // also clears the interval: both share one id list
    return () => clearTimeout(timer)
  }, [count, everyMs, isPaused, state.chosen])
  return {
    index: state.index,
    choose(index) {
      firstMs.current = everyMs
      setState(({ chosen }) => ({ index, chosen: chosen + 1 }))
    },
  }
}
