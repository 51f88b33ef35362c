import { useRef } from 'react'

/** A double click's second press, and the press after a fast answer, while the button fades out. */
const doubleMs = 700

/**
 * An action that a double event runs once: state disables a button only with the next render.
 *
 * @param state.isBusy the action runs
 * @param state.isOver the control is about to disappear
 */
export function useOnce(act: () => void, state: { isBusy: boolean; isOver: boolean }): () => void {
  const actedAt = useRef(Number.NEGATIVE_INFINITY)
  return () => {
    const now = performance.now()
    if (state.isBusy || state.isOver || now - actedAt.current < doubleMs) return
    actedAt.current = now
    act()
  }
}
