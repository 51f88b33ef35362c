import { useSearchParams } from 'react-router'
import { type MemberFilters, roleFilters, statusFilters } from '#domain/member-list.ts'

/** The list's filters and page, kept in the address: a reload and a shared link show the same. */
export function useMemberFilters() {
  const [query, setQuery] = useSearchParams()
  const filters: MemberFilters = {
    search: query.get('search') ?? '',
    role: oneOf(roleFilters, query.get('role')),
    status: oneOf(statusFilters, query.get('status')),
  }

  /** Changed filters begin on the first page. The default values stay out of the address. */
  function change(changes: Partial<MemberFilters>): void {
    const next = new URLSearchParams(query)
    next.delete('page')
    for (const [name, value] of Object.entries(changes)) {
      if (value === '' || value === 'all') next.delete(name)
      else next.set(name, value)
    }
    setQuery(next, { replace: true, preventScrollReset: true })
  }

  function goToPage(page: number): void {
    const next = new URLSearchParams(query)
    next.set('page', String(page))
    setQuery(next)
  }

  const isFiltered = filters.search !== '' || filters.role !== 'all' || filters.status !== 'all'
  return { filters, page: Number(query.get('page') ?? 1), isFiltered, change, goToPage }
}

function oneOf<Choice extends string>(choices: readonly [Choice, ...Choice[]], text: string | null): Choice {
  return choices.find((choice) => choice === text) ?? choices[0]
}
