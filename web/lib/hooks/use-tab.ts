import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/**
 * The tab in the address. A choice retains the rest of the address as it is now, also one set since the last render, and
 * Back returns to the tab before.
 */
export function useTab<Name extends string>(
  names: readonly [Name, ...Name[]],
): [tab: Name, choose: (name: string) => void] {
  const [query, setQuery] = useSearchParams()
  const tab = names.find((name) => name === query.get('tab')) ?? names[0]
  function choose(name: string): void {
    const now = new URLSearchParams(location.search)
    now.set('tab', name)
    setQuery(now, { preventScrollReset: true })
  }
  return [tab, useOneEntry(tab, choose)]
}

/** One entry of the history for each press: Radix reports a press twice, by pointer and by focus, before it is drawn. */
export function useOneEntry(tab: string, choose: (name: string) => void): (name: string) => void {
  const asked = useRef(tab)
  useEffect(() => {
    asked.current = tab
  }, [tab])
  return (name) => {
    if (asked.current === name) return
    asked.current = name
    choose(name)
  }
}
