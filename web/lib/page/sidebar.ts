import { useState } from 'react'

const storageKey = 'carefold-sidebar'

/** Compact mode: the clinic's sidebar shows icons only. Stored on this device (docs/specification.md A3). */
export function useCompactMode(): [isCompact: boolean, setCompact: (isCompact: boolean) => void] {
  const [isCompact, setCompact] = useState(() => localStorage.getItem(storageKey) === 'compact')
  return [
    isCompact,
    (next) => {
      if (next) localStorage.setItem(storageKey, 'compact')
      else localStorage.removeItem(storageKey)
      setCompact(next)
    },
  ]
}
