import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import { type MemberFilters, roleFilters, statusFilters } from '#domain/memberships/member-list.ts'

const ownChange = { isFromFilters: true }

/**
 * The list's filters and page, kept in the URL, so that a reload or a shared link shows the same.
 *
 * Typed text applies at once and the URL follows: URL updates are asynchronous, and a field bound to them would lose
 * letters.
 */
export function useMemberFilters() {
  const [query, setQuery] = useSearchParams()
  const [filters, setFilters] = useState(() => filtersIn(query))
  const latest = useRef(filters)
  const { state } = useLocation()
  const isFollowing = useNavigationType() === 'REPLACE' && state?.isFromFilters === true

  useEffect(() => {
    if (isFollowing) return
    // a link, or the back and forward buttons
    latest.current = filtersIn(query)
    setFilters(latest.current)
  }, [query, isFollowing])

  /** Changed filters go back to the first page. Default values are left out of the URL. */
  function change(changes: Partial<MemberFilters>): void {
    latest.current = { ...latest.current, ...changes }
    setFilters(latest.current)
    const next = new URLSearchParams(location.search)
    next.delete('page')
    for (const [name, value] of Object.entries(latest.current)) {
      if (value === '' || value === 'all') next.delete(name)
      else next.set(name, value)
    }
    setQuery(next, { replace: true, preventScrollReset: true, state: ownChange })
  }

  function goToPage(page: number): void {
    const next = new URLSearchParams(query)
    next.set('page', String(page))
    setQuery(next)
  }

  const isFiltered = filters.search !== '' || filters.role !== 'all' || filters.status !== 'all'
  return { filters, page: Number(query.get('page') ?? 1), isFiltered, change, goToPage }
}

function filtersIn(query: URLSearchParams): MemberFilters {
  return {
    search: query.get('search') ?? '',
    role: oneOf(roleFilters, query.get('role')),
    status: oneOf(statusFilters, query.get('status')),
  }
}

function oneOf<Choice extends string>(choices: readonly [Choice, ...Choice[]], text: string | null): Choice {
  return choices.find((choice) => choice === text) ?? choices[0]
}
