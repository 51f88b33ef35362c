import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { clinicKey } from '../fetch/query-client.ts'

/** Reads that follow from the first ones begin within it. */
const gapMs = 40
/** A slow or failing read delays the page no longer; it shows its own state. */
const longestMs = 2_000

/** Whether the first reads of the parts below have ended, so that they appear together. */
export function useFirstReads(slug: string): boolean {
  const [isOver, setOver] = useState(false)
  const pending = useIsFetching({
    queryKey: clinicKey(slug),
    predicate: ({ state }) => state.data === undefined,
  })
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), pending === 0 ? gapMs : longestMs)
    return () => clearTimeout(timer)
  }, [pending])
  return isOver
}
