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
    const wanted = search.trim()
    // a change of the address without a cause would drop the history's state: the patient of a new visit
    if (wanted === asked) return
    const timer = setTimeout(() => {
      setAsked(wanted)
      setQuery(
        (now) => {
          if (wanted) {
            now.set('search', wanted)
            now.delete('visit')
          } else now.delete('search')
          return now
        },
        { replace: true, preventScrollReset: true },
      )
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [search, asked, setQuery])

  function choose(next: AppointmentFilter): void {
    setQuery(
      (now) => {
        now.delete('visit')
        if (!search.trim()) now.delete('search')
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
