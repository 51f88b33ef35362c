import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type AppointmentFilter, appointmentFilters } from '#domain/appointments/visits.ts'

const typingPauseMs = 250

export function useVisitFilters() {
  const [query, setQuery] = useSearchParams()
  const linked = query.get('visit')
  const visitId = linked && /^[\da-f-]{36}$/i.test(linked) ? linked : null
  const filter = appointmentFilters.find((each) => each === query.get('show')) ?? 'all'
  const [search, setSearch] = useState(() => (query.get('search') ?? '').slice(0, 200))
  const [asked, setAsked] = useState(search.trim())

  useEffect(() => {
    const timer = setTimeout(() => setAsked(search.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [search])

  useEffect(() => {
    setQuery(
      (now) => {
        if (asked) {
          now.set('search', asked)
          now.delete('visit')
        } else now.delete('search')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }, [asked, setQuery])

  function choose(next: AppointmentFilter): void {
    setQuery(
      (now) => {
        now.delete('visit')
        if (next === 'all') now.delete('show')
        else now.set('show', next)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }

  function clear(): void {
    setSearch('')
    setAsked('')
    choose('all')
  }

  const isFiltered = filter !== 'all' || asked !== '' || visitId !== null
  return { filter, search, asked, visitId, setSearch, choose, clear, isFiltered }
}
