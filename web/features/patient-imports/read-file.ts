import { importLimits } from '#domain/patient-imports/patient-imports.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { type Encoding, type EncodingChoice, readingsOf } from './text-encoding.ts'

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

/** The user chooses how the letters of the file are read. */
export class UnclearEncoding extends Error {
  override name = 'UnclearEncoding'
  readonly file: File
  readonly choices: EncodingChoice[]

  constructor(file: File, choices: EncodingChoice[]) {
    super(texts.encodingHint)
    this.file = file
    this.choices = choices
  }
}

/**
 * Reads a CSV file in UTF-8, UTF-16 or an encoding of eight bits, with commas, semicolons or tabs, and quotes.
 * @param encoding chosen by the user
 * @throws UnreadableFile; UnclearEncoding if several encodings give names
 */
export async function readImportFile(file: File, encoding?: Encoding): Promise<ReadFile> {
  if (file.size > importLimits.fileBytes) throw new UnreadableFile(texts.tooLarge)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = encoding ? new TextDecoder(encoding).decode(bytes) : decode(file, bytes)
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

/** @throws UnreadableFile for binary data, such as a spreadsheet format; UnclearEncoding */
function decode(file: File, bytes: Uint8Array<ArrayBuffer>): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) throw new UnreadableFile(texts.notText)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const readings = readingsOf(bytes)
    const [only] = readings
    if (!only || readings.length > 1) throw new UnclearEncoding(file, readings)
    return new TextDecoder(only.encoding).decode(bytes)
  }
}
