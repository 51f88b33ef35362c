import * as z from 'zod/mini'
import { patientImportTexts } from '../texts/patient-imports.ts'
import { firstDay } from '../values/calendar-date.ts'
import { dayMs } from '../values/durations.ts'
import { fold } from '../values/fold.ts'
import { oneLine } from '../values/line-text.ts'
import { type CountryCode, parsePhone, phoneCountry } from '../values/phones.ts'
import { dateIn } from '../values/zones.ts'
import type { ImportField } from './columns.ts'
import type { CheckedFile, CheckedRow, ImportedRow, SharedAddress, SimilarPerson } from './patient-imports.ts'
import { chosenOffer, firstCharge, type ImportablePlan } from './plan-names.ts'
import { type DateRule, inferOrder, readDate } from './written-dates.ts'
import { turnedName } from './written-names.ts'

export interface ImportFacts {
  now: Date
  timeZone: string
  currency: string
  plans: readonly ImportablePlan[]
}

/** More is a typo, and exceeds Stripe's limit. */
const mostDaysPaid = 730
const mostSimilar = 3
const isAddress = z.email()
const texts = patientImportTexts.problems

/** Reads the cells. A cell that cannot be read is left out and reported; only a row without a name is skipped. */
export function readRows(file: CheckedFile, facts: ImportFacts): CheckedRow[] {
  const rule = dateRules(file, facts)
  return file.rows.map((row) => readRow(row, file, facts, rule))
}

type DateRules = Record<'birthday' | 'paidUntil', DateRule>

function dateRules({ rows, dateOrder, century }: CheckedFile, facts: ImportFacts): DateRules {
  const written = rows.flatMap(({ cells }) => [cells.birthday ?? '', cells.paidUntil ?? ''])
  const order = dateOrder ?? inferOrder(written).order
  const latest = new Date(facts.now.getTime() + mostDaysPaid * dayMs)
  return {
    birthday: { order, century, earliest: firstDay, latest: dateIn(facts.now, facts.timeZone) },
    paidUntil: { order, century, earliest: '2000-01-01', latest: dateIn(latest, facts.timeZone) },
  }
}

function readRow(
  { line, cells }: ImportedRow,
  file: CheckedFile,
  facts: ImportFacts,
  rules: DateRules,
): CheckedRow {
  const problems: CheckedRow['problems'] = {}
  const refuse = (field: ImportField, text: string) => {
    problems[field] ??= text
    return null
  }
  const typed = (field: ImportField) => oneLine(cells[field] ?? '').replaceAll(/\s+/g, ' ')
  const dateOf = (field: 'birthday' | 'paidUntil') => {
    const rule = rules[field]
    const text = typed(field)
    if (text === '') return null
    const read = readDate(text, rule)
    if ('problem' in read) return refuse(field, texts.dates[read.problem](text))
    if (field === 'birthday' && (read.date < rule.earliest || read.date > rule.latest))
      return refuse(field, texts.birthday(text))
    return field === 'paidUntil' && read.date > rule.latest
      ? refuse(field, texts.paidTooFar(text))
      : read.date
  }

  const given = typed('fullName') || [typed('firstName'), typed('lastName')].filter(Boolean).join(' ')
  const turned = file.turnsNames && typed('fullName') !== '' ? turnedName(given) : null
  const name = (turned ?? given).slice(0, 200).trim()
  if (name === '') refuse('fullName', texts.nameMissing)
  else if (given.length > 200) refuse('fullName', texts.nameLong)
  const email = emailOf(typed('email'), refuse)
  const birthday = dateOf('birthday')
  const phone = phoneOf(typed('phone'), phoneCountry(facts.currency), refuse)

  const paidUntil = dateOf('paidUntil')
  const offer = chosenOffer({ name: typed('plan'), price: typed('price') }, file.planNames, facts, refuse)
  if (paidUntil && typed('plan') === '') refuse('plan', texts.planMissing)
  // without its paid time, the plan would be charged twice
  const isPrepared = offer !== null && !problems.paidUntil
  if (offer && !isPrepared) refuse('plan', texts.planWithoutPaid(offer.plan.name))
  return {
    line,
    state: name === '' ? 'no_name' : 'ready',
    problems,
    name,
    writtenName: turned && given,
    email,
    birthday,
    phone,
    plan: isPrepared
      ? {
          planId: offer.plan.id,
          priceId: offer.price.id,
          name: offer.plan.name,
          interval: offer.price.interval,
        }
      : null,
    paidUntil: isPrepared ? paidUntil : null,
    firstCharge: isPrepared && name !== '' ? firstCharge(offer, paidUntil, facts) : null,
    similar: [],
  }
}

type Refuse = (field: ImportField, text: string) => null

function emailOf(text: string, refuse: Refuse): string | null {
  if (text === '') return null
  // "Ida Moss <ida@home.test>"
  const email = (/<([^<>]+)>$/.exec(text)?.[1] ?? text).replace(/^mailto:/i, '').toLowerCase()
  return email.length <= 255 && isAddress.safeParse(email).success
    ? email
    : refuse('email', texts.email(text))
}

function phoneOf(text: string, country: CountryCode, refuse: Refuse): string | null {
  if (text === '') return null
  // a spreadsheet's number, and the international prefix of most countries
  const typed = text.replace(/\.0$/, '')
  return (
    parsePhone(typed, country) ??
    (typed.startsWith('00') ? parsePhone(`+${typed.slice(2)}`, country) : null) ??
    refuse('phone', texts.phone(text))
  )
}

/** Marks rows that may be an existing patient or an earlier row. */
export function markSimilar(
  rows: readonly CheckedRow[],
  existing: ReadonlyMap<number, readonly SimilarPerson[]>,
): CheckedRow[] {
  const earlier = new Map<string, CheckedRow[]>()
  return rows.map((row) => {
    if (row.state === 'no_name') return row
    const keys = [
      `name ${nameKey(row.name)}`,
      ...(row.birthday && row.phone ? [`phone ${row.birthday} ${row.phone}`] : []),
      ...(row.birthday && row.email ? [`email ${row.birthday} ${row.email}`] : []),
    ]
    const repeated = new Set(
      keys.flatMap((key) => earlier.get(key) ?? []).filter((each) => isSimilar(row, each)),
    )
    for (const key of keys) earlier.set(key, [...(earlier.get(key) ?? []), row])
    const similar = [...(existing.get(row.line) ?? []), ...[...repeated].map((each) => asSimilar(row, each))]
      .toSorted((a, b) => Number(b.hasSameName) - Number(a.hasSameName))
      .slice(0, mostSimilar)
    return similar.length > 0 ? { ...row, state: 'similar', similar } : row
  })
}

/** Same name, unless the birthdays differ. Twins share birthday and address: their given names differ. */
function isSimilar(row: CheckedRow, other: CheckedRow): boolean {
  if (nameKey(row.name) === nameKey(other.name))
    return !row.birthday || !other.birthday || row.birthday === other.birthday
  const [given = '', otherGiven = ''] = [row, other].map(({ name }) => fold(name).split(' ')[0])
  return given !== '' && otherGiven !== '' && (given.startsWith(otherGiven) || otherGiven.startsWith(given))
}

function asSimilar(row: CheckedRow, { line, name, birthday }: CheckedRow): SimilarPerson {
  const hasSameName = nameKey(row.name) === nameKey(name)
  return { patientId: null, line, name, bornOn: birthday, hasAccount: false, hasSameName }
}

/** As `app.name_key`. */
function nameKey(name: string): string {
  return fold(name).split(' ').sort().join(' ')
}

/**
 * The addresses that several rows have, or that existing patients have.
 * @param existing names of patients by address
 * @param taken addresses with an account or an invitation
 */
export function sharedAddresses(
  rows: readonly CheckedRow[],
  existing: ReadonlyMap<string, readonly string[]>,
  taken: ReadonlySet<string>,
): SharedAddress[] {
  const lines = new Map<string, number[]>()
  for (const { line, email, state } of rows)
    if (email && state !== 'no_name') lines.set(email, [...(lines.get(email) ?? []), line])
  return [...lines].flatMap(([email, ofRows]) => {
    const others = [...(existing.get(email) ?? [])]
    const isTaken = taken.has(email)
    return ofRows.length > 1 || others.length > 0 || isTaken
      ? [{ email, lines: ofRows, others, isTaken }]
      : []
  })
}
