import { fold } from '../values/fold.ts'

/** A part of a search for people. A member matches by the word or by one of the numbers. */
export interface SearchTerm {
  /** A part of the name or the email address, as typed. */
  word?: string
  /** Lists of parts as `app.number_parts` stores them. All of one list must match. */
  numbers: string[][]
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const month =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const day = '(?<day>\\d{1,2})(?:st|nd|rd|th)?\\.?'
const year = "'?(?<year>\\d{4}|\\d{2})"
const gap = '[\\s,/-]'

const namedDates = [
  `(?<year>\\d{4})${gap}+${month}${gap}+${day}`,
  `${day}(?:\\s+of)?${gap}*${month}(?:${gap}*${year})?`,
  `${month}${gap}*${day}(?:${gap}+${year})?`,
  `${month}${gap}+(?<year>\\d{4})`,
].map((form) => new RegExp(`(?<!\\S)${form}(?![^\\s,])`, 'i'))

const digitRuns = /(?<!\S)[+(]*\d[\d\s().\-/+]*(?!\S)/g
/** The length of a stored part of a phone number. */
const partDigits = 4
/** Digits of a phone number within a country, at least. */
const fewestInCountry = 6

/** Reads a search for people by name, email address, phone number and birthday, in any notation. */
export function searchTerms(text: string): SearchTerm[] {
  const terms: SearchTerm[] = []
  let rest = text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')
  const take = (part: string, term: SearchTerm) => {
    rest = rest.replace(part, ' ')
    terms.push(term)
  }
  const named = namedDates.map((form) => form.exec(rest)).find((found) => found !== null)
  const birthdayParts = named ? namedBirthday(named.groups ?? {}) : []
  if (named && birthdayParts.length > 0) take(named[0], { numbers: birthdayParts.map((part) => [part]) })
  for (const [found] of rest.matchAll(digitRuns)) {
    const run = found.trim()
    const birthdays = dateParts(run)
      .flatMap(birthdaysOf)
      .map((part) => [part])
    const numbers = [...phoneParts(run), ...birthdays]
    if (numbers.length > 0) take(run, /\D/.test(run) ? { numbers } : { word: run, numbers })
  }
  const words = rest.split(/\s+/).filter((word) => fold(word) !== '')
  return [...terms, ...words.map((word) => ({ word, numbers: [] }))]
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

/** Without the prefix for calls within a country, or the one for calls abroad. */
function phoneParts(run: string): string[][] {
  const all = digitsOf(run.replace('(0)', ''))
  const withoutPrefix = all.replace(/^(?:011|0+)/, '')
  const digits = withoutPrefix.length >= fewestInCountry ? withoutPrefix : all
  const count = digits.length - partDigits + 1
  return count < 1
    ? []
    : [Array.from({ length: count }, (_, start) => digits.slice(start, start + partDigits))]
}

/** The numbers of a date: separated, or as 20190531, 05312019, 053119 and 0531. */
function dateParts(run: string): string[][] {
  const parts = run.match(/\d+/g) ?? []
  const [all = ''] = parts
  if (parts.length > 1) return [parts]
  if (all.length === 8)
    return [/(....)(..)(..)/, /(..)(..)(....)/].map((form) => form.exec(all)?.slice(1) ?? [])
  return all.length === 4 || all.length === 6 ? [all.match(/../g) ?? []] : []
}

/** In the order of the United States, of other countries, and of ISO 8601. */
function birthdaysOf([a = '', b = '', c, ...more]: string[]): string[] {
  if (more.length > 0) return []
  if (a.length === 4) return birthday(a, b, c)
  if (c === undefined) return b.length === 4 ? birthday(b, a) : [...birthday('', a, b), ...birthday('', b, a)]
  return [...birthday(c, a, b), ...birthday(c, b, a), ...(c.length < 4 ? birthday(a, b, c) : [])]
}

function namedBirthday({ year = '', month: name = '', day: dayOfMonth }: Record<string, string | undefined>) {
  return birthday(year, String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1), dayOfMonth)
}

/** @param yearDigits four, two or none */
function birthday(yearDigits: string, monthDigits: string, dayDigits?: string): string[] {
  const isIn = (digits: string, last: number) => Number(digits) >= 1 && Number(digits) <= last
  const isDate =
    [0, 2, 4].includes(yearDigits.length) && isIn(monthDigits, 12) && (!dayDigits || isIn(dayDigits, 31))
  return isDate ? [`${yearDigits}-${monthDigits.padStart(2, '0')}-${dayDigits?.padStart(2, '0') ?? ''}`] : []
}
