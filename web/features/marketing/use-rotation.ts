import { useEffect, useState } from 'react'

/**
 * Shows one of several by turns. Choosing one starts its time anew. Nothing moves while it is paused, nor for people who have
 * asked their system for less motion.
 *
 * @param everyMs how long each is shown
 */
export function useRotation(
  count: number,
  everyMs: number,
  isPaused = false,
): { index: number; choose(index: number): void } {
  const [state, setState] = useState({ index: 0, chosen: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice starts the time anew
  useEffect(() => {
    if (isPaused || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(
      () => setState(({ index, chosen }) => ({ index: (index + 1) % count, chosen })),
      everyMs,
    )
    return () => clearInterval(timer)
  }, [count, everyMs, isPaused, state.chosen])
  return {
    index: state.index,
    choose: (index) => setState(({ chosen }) => ({ index, chosen: chosen + 1 })),
  }
}
