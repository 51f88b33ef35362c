import type { Cell, Sheet } from 'write-excel-file/node'
import { type Currency, plainAmount } from '#domain/values/money.ts'

export type XlsxCell = string | number | null | { cents: number } | { date: string }

export interface XlsxSheet {
  /** At most 31 characters. */
  name: string
  head: readonly string[]
  rows: readonly (readonly XlsxCell[])[]
}

/**
 * A workbook of tables. Texts are stored as texts, so that none is read as a formula; amounts and dates as numbers, to add
 * up and to sort.
 */
export async function xlsxFile(
  sheets: readonly XlsxSheet[],
  currency: Currency,
): Promise<Uint8Array<ArrayBuffer>> {
  // loaded with its first use
  const { default: writeWorkbook } = await import('write-excel-file/node')
  const file = await writeWorkbook(sheets.map((sheet) => sheetOf(sheet, currency))).toBuffer()
  return Uint8Array.from(file)
}

function sheetOf({ name, head, rows }: XlsxSheet, currency: Currency): Sheet<never> {
  return {
    sheet: name,
    stickyRowsCount: 1,
    columns: head.map((title, at) => {
      const longest = rows.reduce((most, row) => Math.max(most, shownLength(row[at] ?? null)), title.length)
      return { width: Math.min(longest + 2, 50) }
    }),
    data: [
      head.map((value): Cell => ({ value, type: String, fontWeight: 'bold' })),
      ...rows.map((row) => row.map((cell) => cellOf(cell, currency))),
    ],
  }
}

function shownLength(cell: XlsxCell): number {
  if (cell === null) return 0
  return typeof cell === 'object' ? 12 : String(cell).length
}

function cellOf(cell: XlsxCell, currency: Currency): Cell {
  if (cell === null || cell === '') return null
  if (typeof cell === 'string') return { value: cell, type: String }
  if (typeof cell === 'number') return { value: cell, type: Number }
  if ('cents' in cell)
    return { value: Number(plainAmount(cell.cents, currency)), type: Number, format: '#,##0.00' }
  return { value: new Date(`${cell.date}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' }
}
