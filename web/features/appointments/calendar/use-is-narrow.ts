import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(max-width: 639px)')

function onWidth(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Whether the window has the width of a phone. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(onWidth, () => narrow.matches)
}
