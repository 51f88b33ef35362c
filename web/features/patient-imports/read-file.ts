import { importLimits } from '#domain/patient-imports/patient-imports.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'

const texts = patientImportTexts.file

export interface ReadFile {
  name: string
  head: string[]
  /** `line` as a spreadsheet counts, with the headings as line 1. */
  rows: { line: number; cells: string[] }[]
}

export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** Reads a CSV file in UTF-8, UTF-16 or Latin-1, with commas, semicolons or tabs, and quotes. @throws UnreadableFile */
export async function readImportFile(file: File): Promise<ReadFile> {
  if (file.size > importLimits.fileBytes) throw new UnreadableFile(texts.tooLarge)
  const text = decode(new Uint8Array(await file.arrayBuffer()))
  const { default: papa } = await import('papaparse')
  const { data, errors } = papa.parse<string[]>(text, { delimiter: delimiterOf(text) })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) throw new UnreadableFile(texts.broken((broken.row ?? 0) + 1))
  const lines = data.map((cells, at) => ({ line: at + 1, cells }))
  const [head, ...rows] = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (!head || rows.length === 0) throw new UnreadableFile(texts.empty)
  if (rows.length > importLimits.rows) throw new UnreadableFile(texts.tooManyRows(rows.length))
  return { name: file.name, head: head.cells.map((cell) => cell.trim()), rows }
}

/** The most frequent separator of the headings. The parser's own detection fails on empty lines. */
function delimiterOf(text: string): string {
  const head = (/^\s*(.*)/.exec(text)?.[1] ?? '').replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t'].map((mark) => [mark, head.split(mark).length] as const)
  return counts.reduce((most, each) => (each[1] > most[1] ? each : most))[0]
}

/** @throws UnreadableFile for binary data, such as a spreadsheet format */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) throw new UnreadableFile(texts.notText)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
