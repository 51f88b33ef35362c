import { useSearchParams } from 'react-router'
import { type CalendarView, calendarViews, dateOrNull } from '#domain/calendar/period.ts'
import { type Coloring, colorings } from './visit-colors.ts'

/**
 * The calendar's view, in the URL. Back returns to the view before: from a day to its month.
 *
 * @param usual the view without one
 */
export function useCalendar(today: string, usual: CalendarView) {
  const [query, setQuery] = useSearchParams()
  const view = calendarViews.find((each) => each === query.get('view')) ?? usual
  const coloring = colorings.find((each) => each === query.get('color')) ?? 'provider'
  const on = dateOrNull(query.get('on')) ?? today

  function set(changes: { view?: CalendarView; on?: string; provider?: string; color?: Coloring }): void {
    setQuery(
      (now) => {
        for (const [key, value] of Object.entries(changes)) {
          if (value === '' || (key === 'on' && value === today)) now.delete(key)
          else now.set(key, value)
        }
        return now
      },
      { replace: changes.view === undefined || changes.view === view, preventScrollReset: true },
    )
  }

  return { view, on, coloring, provider: query.get('provider') ?? '', set }
}
