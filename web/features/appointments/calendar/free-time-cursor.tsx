import { Plus } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { shortDay, visitClock } from '#domain/appointments/visit-time.ts'
import { gridStep, type Span } from '#domain/calendar/grid.ts'
import { appointmentTexts } from '#domain/texts/appointments.ts'
import { calendarTexts as texts } from '#domain/texts/calendar.ts'
import { instantsOf, minutesOf, timeOf } from '#domain/values/zones.ts'
import type { Provider } from '../booking/queries.ts'
import type { Column } from './calendar-columns.ts'
import { pxPerMinute } from './calendar-geometry.ts'
import type { GridProps } from './calendar-grid-props.ts'

const defaultLength = 30
const headPx = 56

/**
 * The only button for free time: it follows the mouse, and arrows move it by 15 minutes or by column. Hidden on past
 * days.
 */
export function FreeTimeCursor({
  body,
  columns,
  shown,
  zone,
  today,
  nowMinutes,
  providers,
  isOff,
  onSchedule,
}: {
  body: RefObject<HTMLDivElement | null>
  columns: readonly Column[]
  shown: Span
  zone: string
  today: string
  nowMinutes: number
  providers: readonly Provider[]
  isOff: boolean
  onSchedule: GridProps['onSchedule']
}) {
  const open = columns.flatMap(({ date }, index) => (date >= today ? [index] : []))
  const [chosen, setChosen] = useState<{ column: string; from: number } | null>(null)
  const at = columns.findIndex(({ key }) => key === chosen?.column)
  const index = open.includes(at) ? at : (open[0] ?? -1)
  const last = shown.until - gridStep
  const soon = Math.ceil(nowMinutes / gridStep) * gridStep
  const usual = columns[index]?.date === today ? soon : minutesOf('09:00')
  const from = Math.max(shown.from, Math.min(chosen?.from ?? usual, last))

  useEffect(() => {
    const grid = body.current
    if (!grid) return
    const end = new AbortController()
    function follow(event: PointerEvent): void {
      if (event.buttons !== 0 && event.pointerType !== 'touch') return
      if (!(event.target as Element).closest('[data-column]')) return
      const box = grid?.getBoundingClientRect()
      if (!box) return
      const over = Math.floor(((event.clientX - box.left) / box.width) * columns.length)
      const column = columns[Math.max(0, Math.min(over, columns.length - 1))]
      const minute = shown.from + (event.clientY - box.top - headPx) / pxPerMinute
      const quarter = Math.floor(minute / gridStep) * gridStep
      if (column && column.date >= today)
        setChosen((now) =>
          now?.column === column.key && now.from === quarter ? now : { column: column.key, from: quarter },
        )
    }
    grid.addEventListener('pointermove', follow, { signal: end.signal })
    grid.addEventListener('pointerdown', follow, { signal: end.signal })
    return () => end.abort()
  }, [body, columns, shown, today])

  const column = columns[index]
  if (!column || isOff) return null
  const instant = instantsOf(column.date, timeOf(from), zone)[0]
  const clock =
    instant === undefined
      ? timeOf(from)
      : visitClock({ startsAt: new Date(instant).toISOString(), timeZone: zone })
  const provider = providers.find(({ id }) => id === column.providerId)?.name ?? null

  function onKeyDown(event: React.KeyboardEvent): void {
    const step = event.key === 'ArrowUp' || event.key === 'ArrowLeft' ? -1 : 1
    if (!column || event.altKey || event.ctrlKey || event.metaKey || !event.key.startsWith('Arrow')) return
    event.preventDefault()
    const isSideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
    const next = isSideways ? columns[open[open.indexOf(index) + step] ?? index] : column
    const minute = isSideways ? from : Math.max(shown.from, Math.min(from + step * gridStep, last))
    if (next) setChosen({ column: next.key, from: minute })
    event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  return (
    <button
      type="button"
      className="calendar-cursor"
      aria-label={texts.scheduleAt(appointmentTexts.when(shortDay(column.date), clock), provider)}
      aria-live="polite"
      style={{
        top: headPx + (from - shown.from) * pxPerMinute,
        height: Math.min(defaultLength, shown.until - from) * pxPerMinute,
        left: `${(index / columns.length) * 100}%`,
        width: `${100 / columns.length}%`,
      }}
      onKeyDown={onKeyDown}
      onClick={() => onSchedule(column.date, timeOf(from), column.providerId)}
    >
      <Plus aria-hidden className="size-4 flex-none" />
      <span aria-hidden className="truncate">
        {clock}
      </span>
    </button>
  )
}
