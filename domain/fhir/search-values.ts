import { addDays, instantsOf, startOfDay } from '../values/zones.ts'
import { badValue } from './search-request.ts'

/** `[from, until)` as instants in milliseconds and, for columns that are dates, as days. */
export interface DateValue {
  prefix: 'eq' | 'ge' | 'gt' | 'le' | 'lt'
  from: number
  until: number
  firstDay: string
  /** The day after the last one. */
  nextDay: string
}

const datePattern =
  /^(eq|ge|gt|le|lt)?(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/

/**
 * A date parameter: a year, month, day or instant with an optional prefix.
 * @param zone of days, and of times without an offset
 * @throws FhirProblem
 */
export function dateValue(name: string, text: string, zone: string): DateValue {
  // `+` of an offset that was not encoded arrives as a blank
  const found = datePattern.exec(text.replace(' ', '+'))
  const [, prefix = 'eq', year = '', month, day, hour, minute, second, fraction, offset] = found ?? []
  const firstDay = `${year}-${month ?? '01'}-${day ?? '01'}`
  const start = Date.parse(`${firstDay}T00:00:00Z`)
  // years before 1900 have zones of other offsets, and no data
  if (!found || !isDay(firstDay, start) || Number(year) < 1900) throw badValue(name)
  const as = (from: number, until: number, nextDay: string): DateValue => ({
    prefix: prefix as DateValue['prefix'],
    ...{ from, until, firstDay, nextDay },
  })
  if (hour === undefined || minute === undefined) {
    const nextDay = day ? addDays(firstDay, 1) : firstOfNext(Number(year), month)
    return as(startOfDay(firstDay, zone).getTime(), startOfDay(nextDay, zone).getTime(), nextDay)
  }
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) throw badValue(name)
  const clock = `${hour}:${minute}`
  const ms = Number(second ?? 0) * 1000 + Math.floor(Number(`0.${fraction ?? 0}`) * 1000)
  const atMinute = offset
    ? Date.parse(`${firstDay}T${clock}:00${offset}`)
    : instantsOf(firstDay, clock, zone)[0]
  if (atMinute === undefined || Number.isNaN(atMinute)) throw badValue(name)
  const precisionMs = fraction !== undefined ? 1 : second !== undefined ? 1000 : 60_000
  return as(atMinute + ms, atMinute + ms + precisionMs, addDays(firstDay, 1))
}

const isDay = (day: string, start: number) =>
  !Number.isNaN(start) && new Date(start).toISOString().startsWith(day)

function firstOfNext(year: number, month: string | undefined): string {
  return new Date(Date.UTC(year, month ? Number(month) : 12, 1)).toISOString().slice(0, 10)
}

/** `system|code`, or a code alone, whose system is null. */
export function tokenValue(text: string): { system: string | null; code: string } {
  const at = text.indexOf('|')
  return at === -1
    ? { system: null, code: text }
    : { system: text.slice(0, at) || null, code: text.slice(at + 1) }
}

/** `Patient/id`, an address that ends so, or an id alone, whose type is null. Ids of other servers match nothing. */
export function referenceValue(text: string, base: string): { type: string | null; id: string } {
  const relative = text.startsWith(`${base}/`) ? text.slice(base.length + 1) : text
  const [, type, id] = /^([A-Z]\w+)\/([^/]+)$/.exec(relative) ?? []
  return type && id ? { type, id } : { type: null, id: relative }
}
