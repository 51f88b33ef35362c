import { patientImportTexts } from '#domain/texts/patient-imports.ts'

/** Encodings in which spreadsheets save CSV files, the most frequent first. */
const eightBit = ['windows-1252', 'windows-1250', 'macintosh', 'windows-1251', 'windows-1254'] as const
export type Encoding = (typeof eightBit)[number]

export interface EncodingChoice {
  encoding: Encoding
  label: string
  /** Cells that the encodings read differently. */
  sample: string
}

const mostSampleCells = 4

/**
 * The readings of bytes that are not UTF-8: one if only one is plausible, otherwise several to choose from. Readings
 * with the same text count once.
 */
export function readingsOf(bytes: Uint8Array<ArrayBuffer>): EncodingChoice[] {
  const texts = new Map<string, Encoding>()
  for (const encoding of eightBit) {
    const text = new TextDecoder(encoding).decode(bytes)
    if (!texts.has(text)) texts.set(text, encoding)
  }
  const all = [...texts].map(([text, encoding]) => ({ encoding, cells: cellsOf(text) }))
  const plausible = all.filter(({ cells }) => cells.every(isPlausible))
  const readings = plausible.length > 0 ? plausible : all
  const differs = (cell: string, at: number) => readings.some(({ cells }) => cells[at] !== cell)
  return readings.map(({ encoding, cells }) => ({
    encoding,
    label: patientImportTexts.file.encodings[encoding],
    sample: [...new Set(cells.filter(differs))].slice(0, mostSampleCells).join(', '),
  }))
}

/** As many in each encoding, because separators are ASCII. */
function cellsOf(text: string): string[] {
  return text.split(/[\r\n,;\t"]+/).map((cell) => cell.trim())
}

/** `RenŽ`; `McDonald` is a name. */
const foreignCapitalInside = /\p{Ll}(?!\p{ASCII})\p{Lu}/u

/** Names have no capital behind a small letter, no symbol beside a letter, and one script a word. */
function isPlausible(cell: string): boolean {
  return cell.split(/[ \-'’.]+/).every((word) => {
    // a price in euros says nothing
    if (!/[^\p{ASCII}]/u.test(word) || !/\p{L}/u.test(word)) return true
    const isOneScript =
      /^[\p{Script=Latin}\p{N}()]+$/u.test(word) || /^[\p{Script=Cyrillic}\p{N}()]+$/u.test(word)
    return isOneScript && !foreignCapitalInside.test(word)
  })
}
