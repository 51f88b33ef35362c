import { fold } from '../values/fold.ts'

/** How 3/4/1990 is read. */
export type DateOrder = 'mdy' | 'dmy'
/** How 16 is read as a year: 2016 or 1916. */
export type Century = 'recent' | 'past'

export interface DateRule {
  /** Null: unknown. */
  order: DateOrder | null
  /** Null: unknown. */
  century: Century | null
  /** Limits of a year with two digits, YYYY-MM-DD. */
  earliest: string
  latest: string
}

export type DateProblem = 'unreadable' | 'no_such_day' | 'which_order' | 'which_century' | 'other_zone'
export type WrittenDate = { date: string } | { problem: DateProblem }

interface Reading {
  /** Null if the order of the parts is certain. */
  order: DateOrder | null
  year: number
  isShortYear: boolean
  month: number
  day: number
}

const separator = '\\s*[-/. ]\\s*'
const yearFirst = new RegExp(`^(\\d{4}|[3-9]\\d)${separator}(\\d{1,2})${separator}(\\d{1,2})$`)
const yearLast = new RegExp(`^(\\d{1,2})${separator}(\\d{1,2})${separator}(\\d{4}|\\d{2})$`)
const digitsOnly = /^(\d{1,2})(\d{2})((?:19|20)\d{2})$/
const yearFirstDigits = /^((?:19|20)\d{2})(\d{2})(\d{2})$/
/** A spreadsheet's day number, perhaps with a time. */
const serial = /^(\d{4,5})(?:[.,]\d+)?$/
const time =
  /[T ,]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap])?(?:\.?m\.?)?\s*(Z|(?:UTC|GMT)?(?:[+-]\d{2}:?\d{2})?(?:\s*\(.*\))?)$/i

/**
 * Reads a date as people and spreadsheets write it: 2026-03-28, 3/28/26, 28. 3. 2026, 28-Mar-2026, "Saturday, March 28,
 * 2026", 20260328, 46109, and with a time.
 */
export function readDate(text: string, rule: DateRule): WrittenDate {
  const found = readingsOf(text)
  if ('problem' in found) return found
  const existing = found.readings.filter(isDay)
  if (existing.length === 0) return { problem: found.readings.length > 0 ? 'no_such_day' : 'unreadable' }
  const isOneDay = new Set(existing.map(({ month, day }) => `${month} ${day}`)).size === 1
  const reading = isOneDay ? existing[0] : existing.find(({ order }) => order === rule.order)
  if (!reading) return { problem: 'which_order' }
  if (!reading.isShortYear) return { date: dateText(reading) }
  const [past, recent] = [1900, 2000].map((century) => ({
    ...reading,
    isShortYear: false,
    year: century + reading.year,
  }))
  const possible = [past, recent].flatMap((each) => {
    if (!each || !isDay(each)) return []
    const date = dateText(each)
    return rule.earliest <= date && date <= rule.latest ? [date] : []
  })
  const date = possible.length > 1 && rule.century === 'past' ? possible[0] : possible.at(-1)
  if (possible.length > 1 && !rule.century) return { problem: 'which_century' }
  return date ? { date } : { problem: 'no_such_day' }
}

export interface InferredOrder {
  /** Null if no date shows it, or if dates contradict each other. */
  order: DateOrder | null
  /** A date that shows the order. */
  proof: string | null
  /** Whether a date can be read in both orders. */
  isNeeded: boolean
}

/** Infers the order from dates with a day above 12. */
export function inferOrder(texts: readonly string[]): InferredOrder {
  const proofs = new Map<DateOrder, string>()
  let isNeeded = false
  for (const text of texts) {
    const found = readingsOf(text)
    if ('problem' in found) continue
    const existing = found.readings.filter(isDay)
    const [first, second] = existing
    if (first && second) isNeeded ||= first.month !== second.month
    else if (first?.order && !proofs.has(first.order)) proofs.set(first.order, text.trim())
  }
  const [only] = proofs
  return only && proofs.size === 1
    ? { order: only[0], proof: only[1], isNeeded }
    : { order: null, proof: null, isNeeded }
}

/** The first date whose year of two digits can be of either century; null if there is none. */
export function unclearCentury(texts: readonly string[], rule: Omit<DateRule, 'century'>): string | null {
  const unclear = texts.find((text) => {
    // an order that is still asked for changes the day, not the year
    const read = readDate(text, { ...rule, order: rule.order ?? 'mdy', century: null })
    return 'problem' in read && read.problem === 'which_century'
  })
  return unclear?.trim() ?? null
}

function readingsOf(text: string): { readings: Reading[] } | { problem: DateProblem } {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[年月]/g, '-')
    .replaceAll(/^[='"\s]+|["\s.日]+$/g, '')
    .replaceAll(/\s+/g, ' ')
  const at = time.exec(plain)
  if (at && !isTime(at)) return { problem: 'unreadable' }
  // the day depends on the zone, except at the start of the day and at noon
  if (at?.[5] && !(Number(at[1]) % 12 === 0 && Number(at[2]) === 0)) return { problem: 'other_zone' }
  const date = at ? plain.slice(0, at.index).replace(/,$/, '') : plain
  return { readings: numbered(date) ?? named(date) }
}

function isTime([, hour, minute, second = '0']: RegExpExecArray): boolean {
  return Number(hour) <= 24 && Number(minute) < 60 && Number(second) < 60
}

function numbered(text: string): Reading[] | null {
  const local = yearLast.exec(text) ?? (yearFirstDigits.test(text) ? null : digitsOnly.exec(text))
  const first = yearFirst.exec(text) ?? yearFirstDigits.exec(text)
  if (first) {
    const [year = '', month, day] = first.slice(1)
    return [yearOf(year, { order: null, month: Number(month), day: Number(day) })]
  }
  if (local) {
    const [one, other, year = ''] = local.slice(1)
    return [
      yearOf(year, { order: 'mdy', month: Number(one), day: Number(other) }),
      yearOf(year, { order: 'dmy', month: Number(other), day: Number(one) }),
    ]
  }
  const days = Number(serial.exec(text)?.[1])
  // 1990 is a year
  if (!days || (days >= 1900 && days <= 2100)) return null
  const date = new Date(Date.UTC(1899, 11, 30 + days))
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  return [{ order: null, year, month, day, isShortYear: false }]
}

/** With the name of a month: "28 Mar 1990", "Mar. 28th, 1990", "28 de marzo de 1990". */
function named(text: string): Reading[] {
  const words = fold(text)
    .replaceAll(/(\d)(?=[a-z])|([a-z])(?=\d)/g, '$1$2 ')
    .split(' ')
    .filter((word) => !fillers.has(word))
  const months = words.filter((word) => monthNames().has(word))
  const numbers = words.filter((word) => /^\d{1,4}$/.test(word))
  const [one = '', other = ''] = numbers
  if (months.length !== 1 || numbers.length !== 2 || words.length !== 3) return []
  const isYearFirst = one.length > 2 || Number(one) > 31
  const [year, day] = isYearFirst ? [one, other] : [other, one]
  if (year.length === 3 || day.length > 2) return []
  const month = monthNames().get(months[0] ?? '') ?? 0
  return [yearOf(year, { order: null, month, day: Number(day) })]
}

const fillers = new Set(
  `of the de del do den der le st nd rd th er o mon monday tue tues tuesday wed wednesday thu thur thurs
   thursday fri friday sat saturday sun sunday`.split(/\s+/),
)

let months: Map<string, number> | undefined
/** Months by their folded names and abbreviations, in the languages of the clinics' countries and neighbors. */
function monthNames(): ReadonlyMap<string, number> {
  if (months) return months
  months = new Map([['sept', 9]])
  for (const locale of ['en', 'es', 'fr', 'de', 'it', 'pt']) {
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(locale, { month, day: 'numeric', timeZone: 'UTC' })
      for (let at = 0; at < 12; at++) {
        const parts = format.formatToParts(Date.UTC(2001, at, 1))
        const name = fold(parts.find(({ type }) => type === 'month')?.value ?? '')
        if (!months.has(name)) months.set(name, at + 1)
      }
    }
  }
  return months
}

function yearOf(year: string, rest: Pick<Reading, 'order' | 'month' | 'day'>): Reading {
  return { ...rest, year: Number(year), isShortYear: year.length === 2 }
}

function isDay({ year, month, day, isShortYear }: Reading): boolean {
  // 2000 and later years of two digits include February 29, 1900 does not
  const date = new Date(Date.UTC(isShortYear ? 2000 + (year % 100) : year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function dateText({ year, month, day }: Pick<Reading, 'year' | 'month' | 'day'>): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}
