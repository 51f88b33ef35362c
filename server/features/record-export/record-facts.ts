import type { RecordReader } from '#domain/record-export/record-export.ts'
import { recordDocumentTexts } from '#domain/texts/record-export.ts'
import { formatDate, formatTime } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import type { PaperClinic } from '../receipts/paper.ts'
import type { RecordNames } from './record-names.ts'
import type { RecordRows, Row } from './record-tables.ts'

const texts = recordDocumentTexts

/** A look as the access log shows it. */
export interface RecordLook {
  at: string
  who: string
  did: string
  count: number
  isCertain: boolean
}

/** All that a record's files are made of. */
export interface RecordFacts {
  reader: RecordReader
  clinic: PaperClinic & { timeZone: string; currency: string }
  madeAt: Date
  name: string
  tables: RecordRows
  names: RecordNames
  /** Newest first; null for a reader without the access log. */
  looks: RecordLook[] | null
  /** Path in the archive by file id. */
  paths: ReadonlyMap<string, string>
}

export interface Entry {
  title: string
  /** A line may have line breaks. */
  lines: string[]
}

export interface Section {
  title: string
  entries: Entry[]
}

/** Reads values of rows as texts. */
export function readerOf({ tables, names, clinic }: RecordFacts) {
  const text = (row: Row | undefined, column: string): string | null => {
    const value = row?.[column]
    return value === null || value === undefined || value === '' ? null : String(value)
  }
  const day = (value: unknown) => formatDate(String(value), clinic.timeZone)
  return {
    rows: (table: string): Row[] => tables[`public.${table}`] ?? [],
    /** Whether the reader may read the table at all. */
    has: (table: string) => `public.${table}` in tables,
    text,
    day,
    moment: (value: unknown, zone = clinic.timeZone) =>
      texts.at(formatDate(String(value), zone), formatTime(String(value), zone)),
    money: (cents: unknown, currency: unknown) =>
      formatMoney(Number(cents), String(currency ?? clinic.currency)),
    nameOf: (id: unknown) => names[String(id)] ?? null,
    labeled: (label: string, value: string | null) => (value === null ? [] : [texts.labeled(label, value)]),
    /** With a date in the column: the words with that day. */
    on: (row: Row, column: string, words: (day: string) => string) =>
      row[column] === null || row[column] === undefined ? [] : [words(day(row[column]))],
  }
}

/** "completed, 30 minutes, by Dr. Lee" without empty parts. */
export function listed(...parts: (string | null | false)[]): string[] {
  const given = parts.filter(Boolean)
  return given.length > 0 ? [given.join(', ')] : []
}
