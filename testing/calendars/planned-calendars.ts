import fc from 'fast-check'
import { inOrder, type TimeRange } from '#domain/appointments/free-times.ts'
import { minuteMs } from '#domain/values/durations.ts'
import { addDays, instantsOf, startOfDay, timeOf } from '#domain/values/zones.ts'

/*
 * Random calendars and a model of their busy times, which counts days: repeated and single events, in zones, at changes of
 * the clocks, with excluded, moved and canceled occurrences, free events and whole days.
 */

export const clinicZone = 'America/New_York'
const zones = ['America/New_York', 'Europe/Berlin', 'Australia/Sydney', null] as const
const firstDay = '2026-02-20'
export const window = {
  zone: clinicZone,
  from: Date.parse('2026-03-01T00:00:00Z'),
  until: Date.parse('2026-04-12T00:00:00Z'),
}
const days = 60

export interface Planned {
  zone: (typeof zones)[number]
  day: number
  minute: number
  length: number
  isAllDay: boolean
  isFree: boolean
  /** In days; null: a single event. */
  every: { days: number; count: number } | null
  /** By number of the occurrence. */
  excluded: number[]
  moved: { occurrence: number; byMinutes: number; isCanceled: boolean }[]
}

export const plannedEvent: fc.Arbitrary<Planned> = fc.record({
  zone: fc.constantFrom(...zones),
  day: fc.integer({ min: 0, max: days - 20 }),
  // not in the hours that a change of the clocks skips or repeats
  minute: fc.integer({ min: 5 * 4, max: 22 * 4 }).map((quarter) => quarter * 15),
  length: fc.integer({ min: 1, max: 8 }).map((quarter) => quarter * 15),
  isAllDay: fc.boolean(),
  isFree: fc.integer({ min: 0, max: 9 }).map((of) => of === 0),
  every: fc.option(fc.record({ days: fc.constantFrom(1, 2, 7), count: fc.integer({ min: 1, max: 30 }) })),
  excluded: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }),
  moved: fc.uniqueArray(
    fc.record({
      occurrence: fc.integer({ min: 1, max: 8 }),
      byMinutes: fc.integer({ min: -8, max: 8 }).map((quarter) => quarter * 15),
      isCanceled: fc.boolean(),
    }),
    { maxLength: 3, selector: ({ occurrence }) => occurrence },
  ),
})

export const dateOf = (event: Planned, occurrence: number) =>
  addDays(firstDay, event.day + occurrence * (event.every?.days ?? 0))
export const instant = (date: string, minute: number, zone: string) =>
  instantsOf(date, timeOf(minute), zone)[0] ?? 0

export function expected(event: Planned): TimeRange[] {
  if (event.isFree) return []
  const zone = event.zone ?? clinicZone
  const count = event.every?.count ?? 1
  return Array.from({ length: count }, (_, occurrence) => occurrence).flatMap((occurrence) => {
    const date = dateOf(event, occurrence)
    const change = event.every && event.moved.find((each) => each.occurrence === occurrence)
    // an exclusion of an occurrence that was changed, too, has no effect on the change
    if (event.every && event.excluded.includes(occurrence) && !change) return []
    if (change?.isCanceled) return []
    if (event.isAllDay) {
      // a change of a whole day moves it by a day
      const shown = change ? addDays(date, 1) : date
      return {
        from: startOfDay(shown, clinicZone).getTime(),
        until: startOfDay(addDays(shown, 1), clinicZone).getTime(),
      }
    }
    const from = instant(date, event.minute, zone) + (change?.byMinutes ?? 0) * minuteMs
    return { from, until: from + event.length * minuteMs }
  })
}

export const inWindow = (times: TimeRange[]) =>
  inOrder(
    times
      .map(({ from, until }) => ({ from: Math.max(from, window.from), until: Math.min(until, window.until) }))
      .filter(({ from, until }) => from < until),
  )
