import { useEffect, useRef } from 'react'

/** The browser asks one thing about passkeys at a time: a new question, or leaving the page, ends the last one. */
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
