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
  return [tab, choose]
}
