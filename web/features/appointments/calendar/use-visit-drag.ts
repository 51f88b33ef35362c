import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Draft, gridStep, type Span } from '#domain/calendar/grid.ts'
import type { Column } from './calendar-columns.ts'
import { inColumn, pxPerMinute } from './calendar-geometry.ts'
import type { CalendarVisit } from './calendar-queries.ts'
import { draftOf } from './use-visit-move.ts'

/** A shorter movement is a click. */
const slopPx = 4

interface Grabbed {
  visit: CalendarVisit
  start: Draft
  edge: 'body' | 'end'
  x: number
  y: number
  hasMoved: boolean
  latest: Draft
}

/** Moves and resizes visits with a mouse or pen. Touch scrolls; touch users have the dialog. Escape undoes the move. */
export function useVisitDrag({
  body,
  columns,
  shown,
  onDraft,
  onDrop,
}: {
  body: RefObject<HTMLDivElement | null>
  columns: readonly Column[]
  shown: Span
  onDraft(draft: Draft | null): void
  onDrop(visit: CalendarVisit, draft: Draft): void
}) {
  const [grabbed, setGrabbed] = useState<string | null>(null)
  const current = useRef<Grabbed | null>(null)
  const given = useRef({ columns, shown, onDraft, onDrop })
  given.current = { columns, shown, onDraft, onDrop }

  useEffect(() => {
    if (!grabbed) return
    const end = new AbortController()
    const { signal } = end
    function release(): void {
      current.current = null
      setGrabbed(null)
    }
    function onMove(event: PointerEvent): void {
      const held = current.current
      const box = body.current?.getBoundingClientRect()
      if (!held || !box) return
      if (!held.hasMoved && Math.hypot(event.clientX - held.x, event.clientY - held.y) < slopPx) return
      held.hasMoved = true
      event.preventDefault()
      const { columns: all, shown: hours } = given.current
      const by = Math.round((event.clientY - held.y) / pxPerMinute / gridStep) * gridStep
      if (held.edge === 'end') {
        const most = Math.min(480, hours.until - held.start.from)
        held.latest = {
          ...held.start,
          minutes: Math.max(gridStep, Math.min(held.start.minutes + by, most)),
        }
      } else {
        const from = Math.round((held.start.from + by) / gridStep) * gridStep
        const last = hours.until - held.start.minutes
        const at = Math.floor(((event.clientX - box.left) / box.width) * all.length)
        const column = all[Math.max(0, Math.min(at, all.length - 1))]
        const moved = {
          ...held.start,
          // without vertical movement, a visit off the 15-minute grid stays at its minute
          from: by === 0 ? held.start.from : Math.max(hours.from, Math.min(from, last)),
        }
        held.latest = column ? inColumn(moved, column) : moved
      }
      given.current.onDraft(held.latest)
    }
    function onUp(): void {
      const held = current.current
      release()
      if (!held?.hasMoved) return
      // the click that follows would open the visit
      const swallow = (click: MouseEvent) => click.stopPropagation()
      addEventListener('click', swallow, { capture: true })
      setTimeout(() => removeEventListener('click', swallow, { capture: true }))
      given.current.onDrop(held.visit, held.latest)
    }
    function giveUp(): void {
      release()
      given.current.onDraft(null)
    }
    addEventListener('pointermove', onMove, { signal })
    addEventListener('pointerup', onUp, { signal })
    addEventListener('pointercancel', giveUp, { signal })
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        giveUp()
      },
      { signal },
    )
    return () => end.abort()
  }, [grabbed, body])

  function grab(event: React.PointerEvent, visit: CalendarVisit, edge: 'body' | 'end'): void {
    if (event.button !== 0 || event.pointerType === 'touch') return
    const start = draftOf(visit)
    current.current = {
      visit,
      start,
      edge,
      x: event.clientX,
      y: event.clientY,
      hasMoved: false,
      latest: start,
    }
    setGrabbed(visit.id)
  }

  return { grab, isDragging: grabbed !== null }
}
