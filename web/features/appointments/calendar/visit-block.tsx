import { Repeat } from 'lucide-react'
import type { CSSProperties } from 'react'
import { badgeOf } from '#domain/appointments/visits.ts'
import { appointmentPageTexts, appointmentTexts } from '#domain/texts/appointments.ts'
import { calendarTexts as texts } from '#domain/texts/calendar.ts'
import { cn } from '#web/components/ui/class-names.ts'
import type { ProviderName } from '../provider-text.tsx'
import type { CalendarVisit } from './calendar-queries.ts'
import type { VisitColor } from './visit-colors.ts'

/** A visit in the calendar: a press opens it, a mouse drags it or resizes its lower edge, M moves it by arrows. */
export function VisitBlock({
  visit,
  today,
  span,
  begins,
  typeName,
  providerName,
  roomName,
  day,
  color,
  isOfMany,
  isMovable,
  isMoving,
  isKeyed,
  style,
  onOpen,
  onKeyDown,
  onGrab,
}: {
  visit: CalendarVisit
  today: string
  span: string
  /** the start alone, for a narrow block */
  begins: string
  typeName: string
  providerName: ProviderName
  roomName: string | null
  day: string
  color: VisitColor | undefined
  /** its column has visits of several providers */
  isOfMany: boolean
  isMovable: boolean
  /** a draft of it is drawn elsewhere */
  isMoving: boolean
  isKeyed: boolean
  style: CSSProperties
  onOpen(): void
  onKeyDown(event: React.KeyboardEvent): void
  onGrab(event: React.PointerEvent, edge: 'body' | 'end'): void
}) {
  const badge = badgeOf(visit, today)
  const state = badge === 'today' ? 'upcoming' : badge
  const isConfirmed = visit.status === 'upcoming' && visit.confirmedAt !== null
  const isShort = visit.durationMinutes < 30
  const initials = color && (
    <span aria-hidden className="calendar-initials" title={color.name}>
      {color.initials}
    </span>
  )
  const provider = providerName ? texts.with(providerName) : providerName === null && texts.nobody
  return (
    <div className="calendar-slot clinic-color" data-clinic-color={color?.hue} style={style}>
      <button
        type="button"
        data-visit={visit.id}
        data-state={state}
        aria-keyshortcuts={isMovable ? 'M' : undefined}
        aria-pressed={isKeyed || undefined}
        title={texts.visit(visit.patientName, span, typeName, providerName ?? null)}
        className={cn(
          'calendar-visit',
          color && !color.hue && 'calendar-unassigned',
          isMovable && 'calendar-movable',
          isMoving && 'opacity-40',
        )}
        onClick={() => isKeyed || onOpen()}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => isMovable && onGrab(event, 'body')}
      >
        <span className={cn('flex gap-1 font-semibold', isShort && 'leading-tight')}>
          <span
            className={cn(
              isShort
                ? 'truncate'
                : ['break-words', visit.durationMinutes < 45 ? 'line-clamp-2' : 'line-clamp-3'],
            )}
          >
            {isConfirmed && <span aria-hidden>✓ </span>}
            {visit.seriesId && <Repeat aria-hidden className="mr-1 inline size-3 align-[-1px]" />}
            {isShort && (
              <span aria-hidden className="font-normal">
                {`${begins} `}
              </span>
            )}
            {isShort ? <ShortName name={visit.patientName} /> : visit.patientName}
          </span>
          {isShort && (
            // the color repeats them, except of a visit without a provider
            <span className={cn('ml-auto', color?.hue && 'calendar-full')}>{initials}</span>
          )}
        </span>
        <span className={isShort ? 'sr-only' : 'flex gap-1'}>
          <span className="truncate">
            <span className="sr-only">{texts.on(day)}</span>
            <span className="sr-only">{span}</span>
            <span aria-hidden className="calendar-full">
              {span}
            </span>
            <span aria-hidden className="calendar-brief">
              {begins}
            </span>
          </span>
          {!isShort && initials}
        </span>
        <span className={visit.durationMinutes < 45 ? 'sr-only' : 'block truncate'}>
          <span className="sr-only">{texts.also(typeName, provider || null, roomName)}</span>
          <span aria-hidden>
            {[isOfMany && providerName === null && texts.nobody, typeName, isOfMany && providerName, roomName]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        {isConfirmed && <span className="sr-only">, {appointmentPageTexts.confirmed}</span>}
        {state !== 'upcoming' && (
          <span className={state === 'requested' && !isShort ? 'block truncate' : 'sr-only'}>
            <span className="sr-only">, </span>
            {appointmentTexts.statuses[state]}
          </span>
        )}
      </button>
      {isMovable && (
        <span
          aria-hidden
          title={texts.move.handle}
          className="calendar-edge"
          onPointerDown={(event) => onGrab(event, 'end')}
        />
      )}
    </div>
  )
}

/** On one line: the initial and the family name where the column is narrow. */
export function ShortName({ name }: { name: string }) {
  const words = name.split(' ')
  const [first = ''] = words
  if (words.length < 2) return name
  return (
    <>
      <span className="sr-only">{name}</span>
      <span aria-hidden className="calendar-full">
        {name}
      </span>
      <span aria-hidden className="calendar-brief">
        {`${Array.from(first)[0]}. ${words.at(-1)}`}
      </span>
    </>
  )
}
