import { queryOptions, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { VisitDays } from '#domain/appointments/appointments.ts'
import { shortDay } from '#domain/appointments/visit-time.ts'
import { firstWeekday, weekdaysFrom, weekOf } from '#domain/calendar/period.ts'
import { paths, withQuery } from '#domain/paths.ts'
import { visitCardTexts } from '#domain/texts/appointments.ts'
import { formatMonth } from '#domain/values/dates.ts'
import { addDays, dateIn, daysBetween } from '#domain/values/zones.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { providersQuery } from '../booking/queries.ts'

const texts = visitCardTexts.month

const ExceptionForm = lazy(async () => {
  const { ExceptionForm } = await loadPart(() => import('../scheduling/exception-settings.tsx'))
  return { default: ExceptionForm }
})

function monthQuery(slug: string, first: string, last: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'month', first),
    refetchOnWindowFocus: true,
    queryFn: async (): Promise<Map<string, DayCounts>> => {
      const { days } = await callFunction('visit-days', { from: first, days: daysBetween(first, last) + 1 })
      return new Map(days.map((day) => [day.date, day]))
    },
  })
}

export function thisMonthQuery({ subdomain, time_zone: zone }: Clinic) {
  const first = `${dateIn(serverNow(), zone).slice(0, 7)}-01`
  return monthQuery(subdomain, first, addDays(monthAfter(first), -1))
}

type DayCounts = VisitDays['days'][number]

/**
 * Monthly Overview (docs/specification.md B2.9): on each day with visits a dot with their number, which leads
 * to the day; and a form for an event that blocks time.
 */
export function MonthOverview({ clinic }: { clinic: Clinic }) {
  const may = useCan()
  const slug = clinic.subdomain
  const today = dateIn(serverNow(), clinic.time_zone)
  const [first, setFirst] = useState(`${today.slice(0, 7)}-01`)
  const [isAdding, setAdding] = useState(false)
  const last = addDays(monthAfter(first), -1)
  const weekBegins = firstWeekday(clinic.currency)
  const visits = useQuery(monthQuery(slug, first, last))
  const providers = useQuery(providersQuery(slug))
  const hasEvents = [...(visits.data?.values() ?? [])].some(({ events }) => events > 0)
  return (
    <SectionCard
      title={texts.title}
      actions={
        may('appointments:write') && (
          <Button variant="outline" size="small" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            {texts.addEvent}
          </Button>
        )
      }
    >
      <div className="flex items-center justify-between gap-2">
        <Button
          variant="quiet"
          size="icon"
          aria-label={texts.previous}
          onClick={() => setFirst(`${addDays(first, -1).slice(0, 7)}-01`)}
        >
          <ChevronLeft aria-hidden />
        </Button>
        <span className="font-semibold" aria-live="polite">
          {formatMonth(first.slice(0, 7))}
        </span>
        <span className="flex">
          <Button
            variant="quiet"
            size="small"
            title={texts.thisMonth}
            onClick={() => setFirst(`${today.slice(0, 7)}-01`)}
          >
            {texts.month}
          </Button>
          <Button
            variant="quiet"
            size="icon"
            aria-label={texts.next}
            onClick={() => setFirst(monthAfter(first))}
          >
            <ChevronRight aria-hidden />
          </Button>
        </span>
      </div>
      {visits.isError ? (
        <ErrorState title={texts.failed} onRetry={() => void visits.refetch()} />
      ) : (
        <table className="mt-2 w-full table-fixed text-center text-form" aria-busy={visits.isPending}>
          <thead>
            <tr>
              {weekdaysFrom(weekBegins).map((day) => (
                <th key={day} scope="col" className="py-1 text-note font-semibold text-muted">
                  {texts.weekdays[day - 1]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(first, last, weekBegins).map((week) => (
              <tr key={week[0]}>
                {week.map((date) => (
                  <Day
                    key={date}
                    date={date}
                    isOutside={date.slice(0, 7) !== first.slice(0, 7)}
                    isToday={date === today}
                    counts={visits.data?.get(date)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hasEvents && (
        <p className="mt-2 flex items-center gap-2 text-note text-muted">
          <EventMark />
          {texts.eventMark}
        </p>
      )}
      {isAdding && (
        <GuardedDialog isOpen onOpenChange={(open) => open || setAdding(false)} title={texts.eventTitle}>
          <Suspense
            fallback={
              <Loading>
                <Skeleton className="h-80" />
              </Loading>
            }
          >
            <ExceptionForm
              slug={slug}
              today={today}
              providers={providers.data ?? []}
              onSaved={() => setAdding(false)}
            />
          </Suspense>
        </GuardedDialog>
      )}
    </SectionCard>
  )
}

function Day({
  date,
  isOutside,
  isToday,
  counts,
}: {
  date: string
  isOutside: boolean
  isToday: boolean
  counts: DayCounts | undefined
}) {
  if (isOutside) return <td />
  const { visits = 0, events = 0 } = counts ?? {}
  const words = [visits > 0 && texts.visits(visits), events > 0 && texts.events(events)].filter(Boolean)
  const look = cn(
    'mx-auto flex h-11 w-10 flex-col items-center rounded-control pt-0.5 leading-5 tabular-nums',
    isToday && 'bg-tint font-semibold text-primary',
  )
  const shown = (
    <>
      <span aria-hidden={words.length > 0}>{Number(date.slice(8))}</span>
      <span aria-hidden className="flex h-4.5 items-center gap-0.5">
        {visits > 0 && (
          <span className="min-w-4.5 rounded-full bg-primary px-1 text-note leading-4.5 font-semibold text-on-primary">
            {visits}
          </span>
        )}
        {events > 0 && <EventMark />}
      </span>
      {words.length > 0 && (
        <span className="sr-only">
          {shortDay(date)}: {words.join(', ')}
        </span>
      )}
    </>
  )
  return (
    <td>
      {visits > 0 ? (
        <Link
          to={withClinic(withQuery(paths.appointments, { tab: 'calendar', view: 'day', on: date }))}
          aria-current={isToday ? 'date' : undefined}
          title={words.join(', ')}
          className={cn(look, 'hover:bg-sunken')}
        >
          {shown}
        </Link>
      ) : (
        <span
          aria-current={isToday ? 'date' : undefined}
          title={words.join(', ') || undefined}
          className={look}
        >
          {shown}
        </span>
      )}
    </td>
  )
}

function EventMark() {
  return <span aria-hidden className="size-2 flex-none rounded-full border-[1.5px] border-current" />
}

function monthAfter(first: string): string {
  return `${addDays(first, 31).slice(0, 7)}-01`
}

function weeksOf(first: string, last: string, weekBegins: 1 | 7): string[][] {
  const weeks: string[][] = []
  for (let begins = weekOf(first, weekBegins); begins <= last; begins = addDays(begins, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(begins, index)))
  return weeks
}
