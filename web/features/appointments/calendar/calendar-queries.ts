import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ScheduleException, WeeklyHours } from '#domain/appointments/free-times.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { readAll } from '#web/lib/fetch/read-all.ts'
import { type TeamVisit, type VisitRow, visitColumns, visitOf } from '../booking/queries.ts'

/** A visit with its buffers before and after, in minutes. */
export interface CalendarVisit extends TeamVisit {
  before: number
  after: number
}

/** Visits that begin on these days of the clinic's calendar, both included. The server records the read. */
export function calendarVisitsQuery(slug: string, from: string, until: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'calendar', from, until),
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<CalendarVisit[]> => {
      const rows = await readAll((first, last) =>
        rest
          .from('appointments')
          .select(`${visitColumns},before_minutes,after_minutes`)
          .neq('status', 'canceled')
          .gte('date', from)
          .lte('date', until)
          .order('starts_at')
          .order('id')
          .range(first, last)
          .abortSignal(signal),
      )
      return (rows as unknown as (VisitRow & { before_minutes: number; after_minutes: number })[]).map(
        (row) => ({ ...visitOf(row), before: row.before_minutes, after: row.after_minutes }),
      )
    },
  })
}

export interface CalendarException extends ScheduleException {
  id: string
  /** null: the whole clinic */
  providerId: string | null
  title: string
}

export interface CalendarHours {
  hours: (WeeklyHours & { providerId: string })[]
  exceptions: CalendarException[]
}

export function calendarHoursQuery(slug: string, from: string, until: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'calendar-hours', from, until),
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<CalendarHours> => {
      const [hours, exceptions] = await Promise.all([
        readAll((first, last) =>
          rest
            .from('provider_hours')
            .select('provider_id,day,opens,closes,valid_from,valid_until')
            .lte('valid_from', until)
            .or(`valid_until.is.null,valid_until.gte.${from}`)
            .order('id')
            .range(first, last)
            .abortSignal(signal),
        ),
        readAll((first, last) =>
          rest
            .from('schedule_exceptions')
            .select('id,provider_id,kind,title,starts_on,ends_on,opens,closes')
            .lte('starts_on', until)
            .gte('ends_on', from)
            .order('id')
            .range(first, last)
            .abortSignal(signal),
        ),
      ])
      return {
        hours: hours.map((row) => ({
          providerId: row.provider_id,
          day: row.day,
          opens: row.opens,
          closes: row.closes,
          validFrom: row.valid_from,
          validUntil: row.valid_until,
        })),
        exceptions: exceptions.map((row) => ({
          id: row.id,
          providerId: row.provider_id,
          kind: row.kind as ScheduleException['kind'],
          title: row.title,
          startsOn: row.starts_on,
          endsOn: row.ends_on,
          opens: row.opens,
          closes: row.closes,
        })),
      }
    },
  })
}

const heldPollMs = 60_000

/** Times reserved while a patient confirms them. No topic reports them, so they are polled every minute. */
export function heldTimesQuery(slug: string, from: string, days: number) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'held-times', from, days),
    refetchOnWindowFocus: true,
    refetchInterval: heldPollMs,
    placeholderData: keepPreviousData,
    queryFn: () => callFunction('held-times', { from, days }),
  })
}
