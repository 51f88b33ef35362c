import { useEffect, useRef } from 'react'

/** Runs one passkey ceremony at a time: a new one, or leaving the page, aborts the last. */
export function useCeremony(): { start(): AbortSignal } {
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])
  return {
    start() {
      current.current?.abort()
      current.current = new AbortController()
      return current.current.signal
    },
  }
}
