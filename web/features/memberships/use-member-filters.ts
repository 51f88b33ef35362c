import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import { chosenFilters, type MemberFilters, statusChoices } from '#domain/memberships/member-list.ts'
import { useSettled } from '#web/lib/hooks/use-settled.ts'
import type { ListPlace } from './queries.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const ownChange = { isFromFilters: true }

/**
 * The list's tab, filters and page, stored in the URL. Input is local, because URL updates are asynchronous and would
 * lose letters. `asked` is debounced, since each list is a recorded read of patients' names.
 */
export function useMemberFilters() {
  const [query, setQuery] = useSearchParams()
  const [filters, setFilters] = useState(() => filtersIn(query))
  const latest = useRef(filters)
  const { state } = useLocation()
  const isFollowing = useNavigationType() === 'REPLACE' && state?.isFromFilters === true

  useEffect(() => {
    if (isFollowing) return
    latest.current = filtersIn(query)
    setFilters(latest.current)
  }, [query, isFollowing])

  /** Changed filters return to the first page. The URL omits default values. */
  function change(changes: Partial<MemberFilters>): void {
    const changed = { ...latest.current, ...changes }
    const { tab, status } = changed
    latest.current = { ...changed, status: statusChoices(tab).includes(status) ? status : 'all' }
    setFilters(latest.current)
    const next = new URLSearchParams(location.search)
    next.delete('after')
    next.delete('before')
    for (const [name, value] of Object.entries(latest.current)) {
      if (value === '' || value === 'all') next.delete(name)
      else next.set(name, value)
    }
    setQuery(next, { replace: true, preventScrollReset: true, state: ownChange })
  }

  function goTo({ afterId, beforeId }: ListPlace): void {
    const next = new URLSearchParams(query)
    next.delete('after')
    next.delete('before')
    if (afterId) next.set('after', afterId)
    if (beforeId) next.set('before', beforeId)
    setQuery(next)
  }

  const asked = { ...filters, search: useSettled(filters.search.trim()) }
  const isFiltered = Object.values(filters).some((value) => value !== '' && value !== 'all')
  return { filters, asked, place: placeIn(query), isFiltered, change, goTo }
}

function filtersIn(query: URLSearchParams): MemberFilters {
  const chosen = chosenFilters((name) => query.get(name))
  const plan = query.get('plan')
  return {
    ...chosen,
    search: (query.get('search') ?? '').slice(0, 200),
    status: statusChoices(chosen.tab).includes(chosen.status) ? chosen.status : 'all',
    plan: plan && uuid.test(plan) ? plan : 'all',
  }
}

function placeIn(query: URLSearchParams): ListPlace {
  const [beforeId, afterId] = [query.get('before'), query.get('after')]
  if (beforeId && uuid.test(beforeId)) return { beforeId }
  return afterId && uuid.test(afterId) ? { afterId } : {}
}
