import { useEffect, useRef, useState } from 'react'
import { shortDay, visitClock } from '#domain/appointments/visit-time.ts'
import { canChange } from '#domain/appointments/visits.ts'
import { type Draft, isRefused } from '#domain/calendar/grid.ts'
import { appointmentTexts } from '#domain/texts/appointments.ts'
import { calendarTexts as texts } from '#domain/texts/calendar.ts'
import { instantsOf, timeOf } from '#domain/values/zones.ts'
import { cn } from '#web/components/ui/class-names.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { CalendarColumn } from './calendar-column.tsx'
import { movedByKey, pxPerMinute } from './calendar-geometry.ts'
import type { GridProps } from './calendar-grid-props.ts'
import type { CalendarVisit } from './calendar-queries.ts'
import { FreeTimeCursor } from './free-time-cursor.tsx'
import { useVisitDrag } from './use-visit-drag.ts'
import { draftOf, isMoved } from './use-visit-move.ts'

export function CalendarGrid(props: GridProps) {
  const { zone, columns, shown, visits, providers, mayWrite, move, obstacleOf } = props
  const body = useRef<HTMLDivElement>(null)
  const [spoken, setSpoken] = useState('')
  const [keyed, setKeyed] = useState<string | null>(null)
  const focusAfter = useRef<string | null>(null)
  const { draft } = move
  const obstacle = draft && obstacleOf(draft)

  /** "Tue, Mar 3 at 9:15 AM. Free." */
  function sayDraft(next: Draft): string {
    const at = instantsOf(next.date, timeOf(next.from), zone)[0]
    const clock =
      at === undefined
        ? timeOf(next.from)
        : visitClock({ startsAt: new Date(at).toISOString(), timeZone: zone })
    const provider = providers.find(({ id }) => id === next.providerId)?.name ?? null
    const inTheWay = obstacleOf(next)
    const when = appointmentTexts.when(shortDay(next.date), clock)
    return `${texts.visit('', when, `${next.minutes} min`, provider)}. ${
      inTheWay ? props.describe(next, inTheWay) : texts.move.free
    }`
  }

  function drop(visit: CalendarVisit, to: Draft): void {
    const inTheWay = obstacleOf(to)
    if (!isMoved(visit, to)) move.setDraft(null)
    else if (isRefused(inTheWay)) {
      move.setDraft(null)
      setSpoken('')
      if (inTheWay) move.refuse(props.describe(to, inTheWay))
    } else move.save(visit, to, inTheWay && props.describe(to, inTheWay))
  }

  const drag = useVisitDrag({ body, columns, shown, onDraft: move.setDraft, onDrop: drop })

  function begin(visit: CalendarVisit): void {
    if (!mayWrite || move.isSaving || !canChange(visit, serverNow())) return
    setKeyed(visit.id)
    move.setDraft(draftOf(visit))
    const clock = visitClock({ startsAt: visit.startsAt, timeZone: zone })
    setSpoken(texts.move.begun(visit.patientName, appointmentTexts.when(shortDay(visit.date), clock)))
  }

  function cancel(): void {
    setKeyed(null)
    move.setDraft(null)
    setSpoken(texts.move.canceled)
  }

  function confirm(visit: CalendarVisit): void {
    if (!draft) return
    const inTheWay = obstacleOf(draft)
    // not dropped until its position is allowed
    if (isRefused(inTheWay)) {
      setSpoken(sayDraft(draft))
      return
    }
    setKeyed(null)
    focusAfter.current = visit.id
    setSpoken('')
    drop(visit, draft)
  }

  /** Arrows move a visit picked up with M; see `texts.keys`. */
  function onVisitKey(event: React.KeyboardEvent, visit: CalendarVisit): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (keyed !== visit.id || !draft) {
      if (event.key.toLowerCase() !== 'm') return
      event.preventDefault()
      begin(visit)
      return
    }
    if (event.key === 'Tab') {
      cancel()
      return
    }
    const next = movedByKey(draft, event, columns, shown)
    if (!next && event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') cancel()
    else if (event.key === 'Enter') confirm(visit)
    else if (next) {
      move.setDraft(next)
      setSpoken(sayDraft(next))
    }
  }

  // a moved visit is another element, perhaps in another column
  useEffect(() => {
    if (draft || !focusAfter.current) return
    const moved = body.current?.querySelector<HTMLElement>(`[data-visit="${focusAfter.current}"]`)
    focusAfter.current = null
    if (document.activeElement === document.body || moved?.contains(document.activeElement)) moved?.focus()
    else if (!document.activeElement?.closest('[role="dialog"],[role="alertdialog"]')) moved?.focus()
  }, [draft])

  const template = {
    gridTemplateColumns: `repeat(${columns.length}, minmax(${columns.length > 7 ? 9 : 7.5}rem, 1fr))`,
  }
  const hours: number[] = []
  for (let at = shown.from; at < shown.until; at += 60) hours.push(at)
  const movingVisit = draft && visits.find(({ id }) => id === draft.id)

  return (
    <div className="card overflow-x-auto print:hidden">
      <div className="calendar flex min-w-fit">
        <div aria-hidden className="calendar-hours sticky left-0 z-3 flex-none bg-surface pt-14">
          {hours.map((at) => (
            <div key={at} style={{ height: 60 * pxPerMinute }} className="relative w-14">
              <span className="absolute -top-2.5 right-2 text-note text-muted">{hourLabel(at)}</span>
            </div>
          ))}
        </div>
        <div className="min-w-0 flex-1">
          <div
            ref={body}
            className={cn('relative grid', drag.isDragging && 'cursor-grabbing select-none')}
            style={template}
          >
            {columns.map((column) => (
              <CalendarColumn
                key={column.key}
                {...props}
                column={column}
                draft={draft}
                obstacle={obstacle}
                keyed={keyed}
                onVisitKey={onVisitKey}
                onGrab={drag.grab}
              />
            ))}
            {mayWrite && (
              <FreeTimeCursor
                {...{ body, columns, shown, zone, providers, isOff: draft !== null }}
                today={props.today}
                nowMinutes={props.nowMinutes}
                onSchedule={props.onSchedule}
              />
            )}
          </div>
        </div>
      </div>
      <p role="status" className="sr-only">
        {spoken}
      </p>
      {keyed && movingVisit && draft && (
        <div className="sticky bottom-0 left-0 z-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-4 py-3 text-form">
          <span className="font-semibold">{texts.move.moving(movingVisit.patientName)}</span>
          <span aria-hidden className={cn(isRefused(obstacle) ? 'text-danger' : 'text-muted')}>
            {sayDraft(draft).replace(/^, /, '')}
          </span>
        </div>
      )}
    </div>
  )
}

function hourLabel(minutes: number): string {
  return new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone: 'UTC' }).format(
    new Date(minutes * 60_000),
  )
}
