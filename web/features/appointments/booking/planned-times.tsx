import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { PlannedDate, VisitObstacles } from '#domain/appointments/appointments.ts'
import { obstacleText } from '#domain/appointments/obstacle-text.ts'
import { monthsWithout } from '#domain/appointments/rhythm.ts'
import { shortDay } from '#domain/appointments/visit-time.ts'
import { isRefused } from '#domain/calendar/grid.ts'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { formatMonth, formatTime } from '#domain/values/dates.ts'
import { weekdayOf } from '#domain/values/zones.ts'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import type { ActionInput } from '#web/lib/fetch/actions.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

const texts = appointmentPageTexts.dialog.planned
const seriesTexts = appointmentPageTexts.dialog.series

function staysOf({ time, retains }: NonNullable<PlannedDate['own']>, date: string): string {
  const clock = formatTime(`${date}T${time}:00Z`, 'UTC')
  return retains.map((part) => (part === 'time' ? texts.stays.time(clock) : texts.stays[part])).join('. ')
}

/** The visit to check; null while a field is missing. */
export type PlannedVisit = ActionInput<'visit-obstacles'> | null

/** Cached briefly, since others may book. */
export function obstaclesQuery(slug: string, planned: PlannedVisit) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'obstacles', planned),
    staleTime: 15_000,
    refetchOnWindowFocus: true,
    retry: false,
    enabled: planned !== null,
    placeholderData: planned ? keepPreviousData : undefined,
    queryFn: (): Promise<VisitObstacles> =>
      planned ? callFunction('visit-obstacles', planned) : Promise.resolve({ dates: [], providerId: null }),
  })
}

/** Dates that cannot be booked. A time outside the hours can. */
export function refusedDates({ dates }: VisitObstacles): string[] {
  return dates.filter(({ obstacle }) => isRefused(obstacle)).map(({ date }) => date)
}

type PlannedClinic = Pick<Clinic, 'subdomain' | 'opening_hours'>

/** The name of a provider. */
type NameOf = (providerId: string | null) => string | null

/** The obstacle to a single visit before it is saved, for the line above the button. */
export function PlannedObstacle({
  clinic,
  planned,
  nameOf,
}: {
  clinic: PlannedClinic
  planned: PlannedVisit
  nameOf: NameOf
}) {
  const found = useQuery(obstaclesQuery(clinic.subdomain, planned))
  const [only, ...more] = (planned && found.data?.dates) ?? []
  if (!planned || !only?.obstacle || more.length > 0) return null
  return (
    <p
      role="status"
      className={cn('text-note font-semibold', isRefused(only.obstacle) ? 'text-danger' : 'text-warning')}
    >
      {obstacleText(only.obstacle, {
        ...only,
        provider: nameOf(planned.providerId),
        opening: clinic.opening_hours,
      })}
    </p>
  )
}

/**
 * The dates of a series with their obstacles before it is saved, and an option to skip taken ones.
 *
 * @param leavesOut true if they are skipped; null if none can be
 */
export function PlannedTimes({
  clinic,
  planned,
  nameOf,
  leavesOut,
  onLeaveOut,
  includesOwn,
  onIncludeOwn,
}: {
  clinic: PlannedClinic
  planned: PlannedVisit
  nameOf: NameOf
  leavesOut: boolean | null
  onLeaveOut(leavesOut: boolean): void
  /** true if visits that were changed separately change too */
  includesOwn: boolean
  onIncludeOwn(includesOwn: boolean): void
}) {
  const id = useId()
  const found = useQuery(obstaclesQuery(clinic.subdomain, planned))
  if (!planned || found.isPending) return null
  // field errors are shown at the fields after the save
  if (!found.data) return <p className="text-note text-muted">{texts.failed}</p>
  const { dates } = found.data
  const refused = refusedDates(found.data)
  if (dates.length <= 1) return null
  const provider = nameOf(found.data.providerId ?? planned.providerId)
  const reason = ({ obstacle, ...about }: PlannedDate) =>
    obstacle && obstacleText(obstacle, { ...about, provider, opening: clinic.opening_hours })
  const { repeat, date: first } = planned
  const last = repeat?.until ?? dates.at(-1)?.date ?? first
  const without = repeat ? monthsWithout(first, last, repeat).map(formatMonth) : []
  const weekday = seriesTexts.weekdayNames[weekdayOf(first) - 1] ?? ''
  const separate = dates.filter(({ own }) => own).length
  return (
    <fieldset aria-busy={found.isPlaceholderData}>
      <legend className="text-form font-semibold">{texts.title}</legend>
      <p role="status" className="mt-1 text-note text-muted">
        {texts.summary(dates.length, refused.length)}
      </p>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: lets keyboard users scroll it
        tabIndex={0}
        aria-label={texts.title}
        className="mt-2 max-h-56 overflow-y-auto rounded-control border border-line px-3"
      >
        {dates.map(({ date, obstacle, hours, own }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a visit that was moved can share its date with another
            key={`${date} ${index}`}
            className="flex flex-wrap justify-between gap-x-4 border-line border-t py-1.5 text-note first:border-t-0"
          >
            <span className={cn('tabular-nums', leavesOut && isRefused(obstacle) && 'line-through')}>
              {shortDay(date)}
            </span>
            <span
              className={
                isRefused(obstacle) ? 'font-semibold text-danger' : obstacle ? 'text-warning' : 'text-muted'
              }
            >
              {[own && staysOf(own, date), reason({ date, obstacle, hours }) ?? (!own && texts.free)]
                .filter(Boolean)
                .join('. ')}
            </span>
          </li>
        ))}
      </ul>
      {without.length > 0 && <p className="mt-2 text-note">{texts.without(without, weekday)}</p>}
      {separate > 0 && <p className="mt-2 text-note">{texts.separately(separate)}</p>}
      {(separate > 0 || includesOwn) && (
        <label htmlFor={`${id}-own`} className="mt-3 flex items-center gap-3">
          <Checkbox
            id={`${id}-own`}
            checked={includesOwn}
            onChange={(event) => onIncludeOwn(event.target.checked)}
          />
          {texts.includeOwn}
        </label>
      )}
      {leavesOut !== null && refused.length > 0 && (
        <label htmlFor={id} className="mt-3 flex items-center gap-3">
          <Checkbox id={id} checked={leavesOut} onChange={(event) => onLeaveOut(event.target.checked)} />
          {texts.leaveOut(refused.length)}
        </label>
      )}
    </fieldset>
  )
}
