import type { AffectedVisits } from '#domain/appointments/affected-visits.ts'
import { mostHandoverDays } from '#domain/handover/handover-days.ts'
import { paths, withQuery } from '#domain/paths.ts'
import { addDays, wallClock } from '#domain/values/zones.ts'

/** The dialog that moves the visits of a provider on some days. @param days number of days from the first */
export function handoverPath(providerId: string, from: string, days = 1): string {
  const until = addDays(from, Math.min(days, mostHandoverDays) - 1)
  return withQuery(paths.appointments, { handover: providerId, from, until })
}

/** For the provider of the first visit that a saved change affects; null without one. */
export function handoverOfVisits({ visits }: AffectedVisits): string | null {
  const dayOf = ({ startsAt, timeZone }: (typeof visits)[number]) =>
    wallClock(Date.parse(startsAt), timeZone).date
  const [first] = visits.filter(({ providerId }) => providerId !== null)
  if (!first?.providerId) return null
  const from = dayOf(first)
  const last = visits.findLast(
    (visit) => visit.providerId === first.providerId && dayOf(visit) < addDays(from, mostHandoverDays),
  )
  const until = last ? dayOf(last) : from
  return withQuery(paths.appointments, { handover: first.providerId, from, until })
}
