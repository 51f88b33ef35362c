import { useState } from 'react'
import { deviceStore } from './stores.ts'

const storageKey = 'carefold-sidebar'

/** Compact mode: the clinic's sidebar shows icons only. Stored on this device (docs/specification.md A3). */
export function useCompactMode(): [isCompact: boolean, setCompact: (isCompact: boolean) => void] {
  const [isCompact, setCompact] = useState(() => deviceStore.getItem(storageKey) === 'compact')
  return [
    isCompact,
    (next) => {
      if (next) deviceStore.setItem(storageKey, 'compact')
      else deviceStore.removeItem(storageKey)
      setCompact(next)
    },
  ]
}
