import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Obstacle } from '#domain/appointments/appointments.ts'
import { obstacleText } from '#domain/appointments/obstacle-text.ts'
import { longDate } from '#domain/appointments/visit-time.ts'
import { type Draft, hoursShown, obstacleOf, placeOf, type Taken, workOn } from '#domain/calendar/grid.ts'
import { daysOf, firstWeekday } from '#domain/calendar/period.ts'
import { clockText } from '#domain/clinics/opening-hours.ts'
import { calendarTexts as texts } from '#domain/texts/calendar.ts'
import { minuteMs } from '#domain/values/durations.ts'
import { minutesOf, wallClock } from '#domain/values/zones.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import type { NewVisit } from '../booking/appointment-dialog.tsx'
import { MoveQuestion } from '../booking/move-question.tsx'
import { providersQuery, roomsQuery, type TeamVisit, visitTypesQuery } from '../booking/queries.ts'
import { useVisitActions } from '../booking/use-visit-actions.ts'
import { type Column, workingOf, workOfColumn } from './calendar-columns.ts'
import { CalendarFooter } from './calendar-footer.tsx'
import { CalendarGrid } from './calendar-grid.tsx'
import { CalendarList, PrintedCalendar } from './calendar-list.tsx'
import { CalendarMonth } from './calendar-month.tsx'
import {
  type CalendarVisit,
  calendarHoursQuery,
  calendarVisitsQuery,
  heldTimesQuery,
} from './calendar-queries.ts'
import { CalendarToolbar, periodName } from './calendar-toolbar.tsx'
import { useCalendar } from './use-calendar.ts'
import { useIsNarrow } from './use-is-narrow.ts'
import { useVisitMove } from './use-visit-move.ts'
import { colorOf, visitColors } from './visit-colors.ts'
import { type VisitDialog, VisitDialogs } from './visit-dialogs.tsx'

const noVisits: CalendarVisit[] = []

/** Calendar View: day, week and month by provider (docs/specification.md B2.15). */
export default function CalendarView({
  clinic,
  isScheduling,
  onScheduled,
  onHandover,
  lessonOf,
}: {
  clinic: Clinic
  /** first values of a new visit, while another button's dialog is open */
  isScheduling: NewVisit | null
  onScheduled(): void
  onHandover(providerId: string, date: string): void
  lessonOf?(visit: TeamVisit): ReactNode
}) {
  const { subdomain: slug, time_zone: zone, opening_hours: opening } = clinic
  const may = useCan()
  const instant = useNow()
  const now = wallClock(instant, zone)
  const today = now.date
  const isNarrow = useIsNarrow()
  const calendar = useCalendar(today, isNarrow ? 'day' : 'week')
  const { view, on, provider, coloring } = calendar
  const [isWhole, setWhole] = useState(false)
  const [dialog, setDialog] = useState<VisitDialog | null>(null)

  const weekBegins = firstWeekday(clinic.currency)
  const days = useMemo(() => daysOf(view, on, weekBegins), [view, on, weekBegins])
  const [from = on, until = on] = [days[0], days.at(-1)]
  const types = useQuery(visitTypesQuery(slug))
  const providers = useQuery(providersQuery(slug))
  const rooms = useQuery(roomsQuery(slug))
  const visits = useQuery(calendarVisitsQuery(slug, from, until))
  const hours = useQuery(calendarHoursQuery(slug, from, until))
  const held = useQuery(heldTimesQuery(slug, from, days.length))
  const actions = useVisitActions(slug)
  const move = useVisitMove(slug, zone)

  const all = visits.data ?? noVisits
  const columns = useMemo(
    () => columnsOf({ view, days, provider, providers: providers.data ?? [], visits: all }),
    [view, days, provider, providers.data, all],
  )
  const reads = [types, providers, visits, hours]
  if (reads.some(({ isPending }) => isPending))
    return (
      <Loading>
        <Skeleton className="h-11 rounded-control" />
        <Skeleton className="mt-4 h-120 rounded-card" />
      </Loading>
    )
  if (!types.data || !providers.data || !hours.data || !visits.data)
    return (
      <ErrorState
        title={texts.failed}
        onRetry={() => reads.forEach((read) => void (read.isError && read.refetch()))}
      />
    )

  const chosen = provider ? all.filter(({ providerId }) => providerId === provider) : all
  const heldTimes = (held.data?.times ?? []).filter(
    ({ providerId }) => provider === '' || providerId === provider,
  )
  const elsewhere = (held.data?.elsewhere ?? []).filter(
    ({ providerId }) => provider === '' || providerId === provider,
  )
  const working = hours.data
  const team = providers.data
  const shown = hoursShown(
    [
      ...columns.flatMap((column) => workOfColumn(column, working, team) ?? []),
      ...chosen.map((visit) => placeOf(visit.startsAt, visit.durationMinutes, zone)),
    ],
    isWhole,
  )
  const taken: Taken[] = [
    ...all.filter(({ status }) => status !== 'no_show'),
    ...heldTimes.map((each) => ({ ...each, patientId: null, roomId: null, before: 0, after: 0 })),
  ]
  const obstacle = (draft: Draft) => {
    const visit = all.find(({ id }) => id === draft.id)
    const isAhead = visit !== undefined && Date.parse(visit.startsAt) > instant
    const own = workingOf(working, draft.providerId)
    return obstacleOf(draft, { taken, elsewhere, zone, today, now: isAhead ? instant : null, working: own })
  }
  const describe = ({ date, providerId }: Draft, why: Obstacle) => {
    const own = workingOf(working, providerId)
    const name = team.find(({ id }) => id === providerId)?.name ?? null
    return obstacleText(why, { provider: name, date, opening, hours: own ? workOn(date, own) : undefined })
  }
  const listed = {
    today,
    zone,
    provider,
    visits: chosen,
    hours: working,
    types: types.data,
    providers: team,
    rooms: rooms.data ?? [],
  }
  const colors = visitColors(coloring, { providers: team, types: types.data })
  const used = new Set(chosen.map((visit) => colorOf(visit, coloring, colors)))
  const open = (visit: TeamVisit) => setDialog({ is: 'details', visit })
  const hasGrid = view !== 'month' && !isNarrow

  return (
    <div className="space-y-3">
      <CalendarToolbar
        calendar={calendar}
        title={periodName(view, on, days)}
        today={today}
        providers={team.filter(({ id, isActive }) => isActive || id === provider)}
      />
      {view === 'month' ? (
        <CalendarMonth
          {...listed}
          days={days}
          on={on}
          colorOf={(visit) => colorOf(visit, coloring, colors)}
          onDay={(date) => calendar.set({ view: 'day', on: date })}
          onOpen={open}
        />
      ) : isNarrow ? (
        <CalendarList {...listed} dates={days} onOpen={open} />
      ) : (
        <CalendarGrid
          {...listed}
          visits={chosen}
          columns={columns}
          shown={shown}
          nowMinutes={minutesOf(now.time)}
          held={heldTimes}
          elsewhere={elsewhere}
          coloring={coloring}
          colors={colors}
          mayWrite={may('appointments:write')}
          move={move}
          obstacleOf={obstacle}
          describe={describe}
          onHandover={onHandover}
          onOpen={open}
          onSchedule={(date, time, providerId) =>
            setDialog({
              is: 'change',
              visit: { date, time, providerId: providerId ?? (provider || undefined) },
            })
          }
        />
      )}
      <CalendarFooter
        zone={zone}
        coloring={isNarrow ? null : coloring}
        onColoring={(color) => calendar.set({ color })}
        colors={isNarrow ? [] : [...colors.values()].filter((color) => used.has(color))}
        isWhole={hasGrid ? isWhole : null}
        hasKeys={hasGrid && may('appointments:write')}
        onWhole={setWhole}
      />
      <PrintedCalendar
        {...listed}
        dates={view === 'month' ? days.filter((date) => date.slice(0, 7) === on.slice(0, 7)) : days}
        printedAt={`${longDate(today)}, ${clockText(now.time)}`}
        title={`${texts.printed.at(clinic.name)}, ${periodName(view, on, days)}`}
      />
      <VisitDialogs
        {...{ clinic, today, actions, visits: all, types: types.data, providers: team, rooms: listed.rooms }}
        {...(lessonOf && { lessonOf })}
        dialog={dialog ?? (isScheduling && { is: 'change', visit: isScheduling })}
        onDialog={(next) => (dialog ? setDialog(next) : onScheduled())}
      />
      <MoveQuestion move={move} zone={zone} providers={team} />
    </div>
  )
}

/**
 * Days of a week; or the providers of one day, including those with visits only, and a column for visits without one.
 */
function columnsOf({
  view,
  days,
  provider,
  providers,
  visits,
}: {
  view: string
  days: readonly string[]
  provider: string
  providers: readonly { id: string; isActive: boolean }[]
  visits: readonly CalendarVisit[]
}): Column[] {
  if (view !== 'day' || provider)
    return days.map((date) => ({ key: date, date, providerId: provider || undefined }))
  const [date = ''] = days
  const here = visits.filter((visit) => visit.date === date)
  const columns: Column[] = providers
    .filter(({ id, isActive }) => isActive || here.some(({ providerId }) => providerId === id))
    .map(({ id }) => ({ key: id, date, providerId: id }))
  const hasUnassigned = here.some(({ providerId }) => providerId === null)
  if (hasUnassigned || columns.length === 0) columns.push({ key: 'nobody', date, providerId: null })
  return columns
}

/** The current minute of the day, updated each minute. */
function useNow(): number {
  const [now, setNow] = useState(() => serverNow().getTime())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow().getTime()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
