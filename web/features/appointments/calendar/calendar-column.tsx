import { CalendarSync } from 'lucide-react'
import { shortDay } from '#domain/appointments/visit-time.ts'
import { canChange } from '#domain/appointments/visits.ts'
import { type Draft, lanesOf, placeOf, type Span, skippedOn } from '#domain/calendar/grid.ts'
import { moveVisitsTexts } from '#domain/texts/appointments.ts'
import { calendarTexts as texts } from '#domain/texts/calendar.ts'
import { dayMs } from '#domain/values/durations.ts'
import { addDays, instantsOf, weekdayOf } from '#domain/values/zones.ts'
import { Button } from '#web/components/ui/button.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { providerNameOf } from '../provider-text.tsx'
import { type Column, closedOf, exceptionsOf, wallSpan, wallTime, workOfColumn } from './calendar-columns.ts'
import { isInColumn, pxPerMinute } from './calendar-geometry.ts'
import type { GridProps } from './calendar-grid-props.ts'
import type { CalendarVisit } from './calendar-queries.ts'
import { VisitBlock } from './visit-block.tsx'
import { colorOf } from './visit-colors.ts'

/** Minimum drawn height, so that the name is readable. */
const leastMinutes = 15
/** Below a draft, the height of the longest sentence about it. */
const hintMinutes = 75

export function CalendarColumn({
  column,
  draft,
  obstacle,
  keyed,
  onVisitKey,
  onGrab,
  ...props
}: GridProps & {
  column: Column
  draft: Draft | null
  obstacle: ReturnType<GridProps['obstacleOf']>
  /** id of the visit moved by keyboard */
  keyed: string | null
  onVisitKey(event: React.KeyboardEvent, visit: CalendarVisit): void
  onGrab(event: React.PointerEvent, visit: CalendarVisit, edge: 'body' | 'end'): void
}) {
  const { zone, today, nowMinutes, shown, visits, hours, types, providers, rooms, columns } = props
  const { coloring, colors } = props
  const { date, providerId } = column
  const isByProvider = providerId !== undefined && columns.length > 1 && columns[0]?.date === columns[1]?.date
  const provider = providers.find(({ id }) => id === providerId)
  const here = visits
    .map((visit) => ({ visit, ...placeOf(visit.startsAt, visit.durationMinutes, zone) }))
    .filter((each) => isInColumn({ date: each.date, providerId: each.visit.providerId }, column))
    .map((each) => ({ ...each, until: Math.max(each.until, each.from + leastMinutes) }))
  const hasHandover =
    isByProvider &&
    providerId !== null &&
    props.mayWrite &&
    here.some(
      ({ visit }) => visit.status !== 'completed' && Date.parse(visit.startsAt) > serverNow().getTime(),
    )
  const exceptions = exceptionsOf(column, hours.exceptions, providers)
  const skipped = skippedOn(date, zone)
  const isChangeDay =
    instantsOf(addDays(date, 1), '00:00', zone)[0] !== (instantsOf(date, '00:00', zone)[0] ?? 0) + dayMs
  const place = ({ from, until }: Span) => ({
    top: (Math.max(from, shown.from) - shown.from) * pxPerMinute,
    height: (Math.min(until, shown.until) - Math.max(from, shown.from)) * pxPerMinute,
  })
  const isWithin = ({ from, until }: Span) => until > shown.from && from < shown.until
  const heading = isByProvider
    ? (provider?.name ?? texts.nobody)
    : new Intl.DateTimeFormat('en-US', { weekday: 'short', day: 'numeric', timeZone: 'UTC' }).format(
        new Date(`${date}T00:00:00Z`),
      )
  const isToday = date === today
  const notes = [
    ...exceptions.filter(({ blocks }) => !blocks).map(({ line }) => line),
    ...(isChangeDay ? [texts.clockChange] : []),
  ].join(' · ')

  return (
    <section
      aria-label={isByProvider ? heading : shortDay(date)}
      className={cn(
        'min-w-0 border-l border-line',
        weekdayOf(date) > 5 && !isByProvider && 'calendar-weekend',
      )}
    >
      <header className="relative flex h-14 flex-col justify-center gap-0.5 border-b border-line px-2 text-center">
        <h3
          className={cn(
            'truncate text-form font-semibold',
            isToday && !isByProvider && 'text-primary',
            hasHandover && 'px-8',
          )}
          title={heading}
          aria-current={isToday && !isByProvider ? 'date' : undefined}
        >
          {isByProvider && coloring === 'provider' && provider && (
            <span
              aria-hidden
              className="calendar-swatch clinic-color mr-1.5"
              data-clinic-color={colors.get(provider.id)?.hue}
            />
          )}
          {heading}
        </h3>
        {hasHandover && (
          <Button
            variant="quiet"
            size="icon"
            className="absolute top-1.5 right-0.5"
            aria-label={moveVisitsTexts.openOf(heading)}
            title={moveVisitsTexts.openOf(heading)}
            onClick={() => props.onHandover(providerId, date)}
          >
            <CalendarSync aria-hidden />
          </Button>
        )}
        {notes && (
          <p className="line-clamp-2 text-note leading-tight text-muted" title={notes}>
            {notes}
          </p>
        )}
      </header>
      <div
        className="calendar-day relative"
        data-column={column.key}
        style={{ height: (shown.until - shown.from) * pxPerMinute }}
      >
        {closedOf(workOfColumn(column, hours, providers))
          .filter(isWithin)
          .map((span) => (
            <div key={span.from} aria-hidden className="calendar-closed" style={place(span)} />
          ))}
        {skipped.filter(isWithin).map((span) => (
          <div key={span.from} className="calendar-blocked" style={place(span)}>
            {texts.move.obstacles.skipped}
          </div>
        ))}
        {exceptions.map(
          ({ id, label, line, blocks }) =>
            blocks &&
            isWithin(blocks) && (
              <div key={id} className="calendar-blocked" style={place(blocks)} title={line}>
                {label}
              </div>
            ),
        )}
        {here.map(({ visit, from }) => (
          <Buffers key={visit.id} {...{ visit, from, isWithin, place }} />
        ))}
        <TakenTimes {...props} column={column} place={place} isWithin={isWithin} />
        {lanesOf(here)
          .filter(isWithin)
          .map(({ visit, from, until, lane, lanes }) => {
            const typeName = types.find(({ key }) => key === visit.type)?.name ?? visit.type
            return (
              <VisitBlock
                key={visit.id}
                visit={visit}
                today={today}
                span={wallSpan({ from, until: from + visit.durationMinutes })}
                begins={wallTime(from)}
                typeName={typeName}
                providerName={providerNameOf(visit, providers)}
                roomName={rooms.find(({ id }) => id === visit.roomId)?.name ?? null}
                day={shortDay(date)}
                color={colorOf(visit, coloring, colors)}
                isOfMany={providerId === undefined}
                isMovable={props.mayWrite && !props.move.isSaving && canChange(visit, serverNow())}
                isMoving={draft?.id === visit.id}
                isKeyed={keyed === visit.id}
                style={{
                  ...place({ from, until }),
                  left: `${(lane / lanes) * 100}%`,
                  width: `${100 / lanes}%`,
                }}
                onOpen={() => props.onOpen(visit)}
                onKeyDown={(event) => onVisitKey(event, visit)}
                onGrab={(event, edge) => onGrab(event, visit, edge)}
              />
            )
          })}
        {draft && isInColumn(draft, column) && (
          <DraftBlock
            {...{ draft, obstacle, shown }}
            why={obstacle && props.describe(draft, obstacle)}
            style={place({ from: draft.from, until: draft.from + draft.minutes })}
          />
        )}
        {isToday && nowMinutes >= shown.from && nowMinutes <= shown.until && (
          <div
            aria-hidden
            className="calendar-now"
            style={{ top: (nowMinutes - shown.from) * pxPerMinute }}
          />
        )}
      </div>
    </section>
  )
}

/** The moved visit where it would be, with what prevents it. */
function DraftBlock({
  draft,
  obstacle,
  why,
  shown,
  style,
}: {
  draft: Draft
  obstacle: ReturnType<GridProps['obstacleOf']>
  why: string | null
  shown: Span
  style: { top: number; height: number }
}) {
  const until = draft.from + draft.minutes
  return (
    <div aria-hidden className="calendar-draft" data-obstacle={obstacle ?? undefined} style={style}>
      <span className="font-semibold">{wallSpan({ from: draft.from, until })}</span>
      {why && (
        // beside the block, which can be shorter than the sentence
        <span className="calendar-draft-why" data-above={until + hintMinutes > shown.until || undefined}>
          {why}
        </span>
      )}
    </div>
  )
}

/** Time that a visit blocks before and after it. */
function Buffers({
  visit,
  from,
  isWithin,
  place,
}: {
  visit: CalendarVisit
  from: number
  isWithin(span: Span): boolean
  place(span: Span): { top: number; height: number }
}) {
  const ends = from + visit.durationMinutes
  return [
    { from: from - visit.before, until: from },
    { from: ends, until: ends + visit.after },
  ].map(
    (span) =>
      span.from < span.until &&
      isWithin(span) && <div key={span.from} aria-hidden className="calendar-buffer" style={place(span)} />,
  )
}

/** Times that are held, offered, or busy in a provider's own calendar. */
function TakenTimes({
  held,
  elsewhere,
  zone,
  providers,
  column,
  place,
  isWithin,
}: Pick<GridProps, 'held' | 'elsewhere' | 'zone' | 'providers'> & {
  column: Column
  place(span: Span): { top: number; height: number }
  isWithin(span: Span): boolean
}) {
  const placed = <Time extends { providerId: string; startsAt: string; endsAt: string }>(times: Time[]) =>
    times
      .map((each) => ({
        ...each,
        ...placeOf(each.startsAt, (Date.parse(each.endsAt) - Date.parse(each.startsAt)) / 60_000, zone),
      }))
      .filter((each) => isInColumn(each, column) && isWithin(each))
  const nameOf = (providerId: string) => providers.find(({ id }) => id === providerId)?.name ?? null
  return (
    <>
      {placed(elsewhere).map((each) => {
        const label = texts.elsewhere(column.providerId ? null : nameOf(each.providerId))
        return (
          <div
            key={`${each.providerId} ${each.startsAt}`}
            className="calendar-blocked"
            style={place(each)}
            title={label}
          >
            {label}
          </div>
        )
      })}
      {placed(held).map((each) => (
        <div
          key={each.id}
          className="calendar-held"
          style={place(each)}
          title={each.isOffer ? texts.offered : texts.held}
        >
          {each.isOffer ? texts.offered : texts.held}
        </div>
      ))}
    </>
  )
}
