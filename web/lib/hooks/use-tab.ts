import { useSearchParams } from 'react-router'

export function useTab<Name extends string>(
  names: readonly [Name, ...Name[]],
): [tab: Name, choose: (name: string) => void] {
  const [query, setQuery] = useSearchParams()
  const tab = names.find((name) => name === query.get('tab')) ?? names[0]
  const choose = (name: string) =>
    setQuery(
      (now) => {
        now.set('tab', name)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return [tab, choose]
}
