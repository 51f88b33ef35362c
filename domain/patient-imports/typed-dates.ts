import type { DateOrder } from './patient-imports.ts'

/** YYYY-MM-DD of a date in a spreadsheet's format, with a year of four digits; null if invalid. */
export function typedDate(text: string, order: DateOrder): string | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text.trim())
  if (iso) return calendarDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const local = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text.trim())
  if (!local) return null
  const [first, second, year] = [Number(local[1]), Number(local[2]), Number(local[3])]
  return order === 'mdy' ? calendarDate(year, first, second) : calendarDate(year, second, first)
}

function calendarDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
    return null
  return date.toISOString().slice(0, 10)
}
