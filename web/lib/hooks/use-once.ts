import { useRef } from 'react'

/** Until the page shows that the action runs. */
const renderMs = 100

/**
 * An action that a double event runs once: state disables a button only with the next render. A press after a refusal
 * acts again.
 *
 * @param state.isBusy the action runs
 * @param state.isOver the control is about to disappear
 */
export function useOnce(act: () => void, state: { isBusy: boolean; isOver: boolean }): () => void {
  const isActing = useRef(false)
  return () => {
    if (state.isBusy || state.isOver || isActing.current) return
    isActing.current = true
    setTimeout(() => {
      isActing.current = false
    }, renderMs)
    act()
  }
}
