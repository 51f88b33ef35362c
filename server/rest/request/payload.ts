import { refuse } from '../errors/rest-error.ts'

export interface Payload {
  /** The statement's one parameter: JSON as sent, or the text of an unnamed argument. */
  text: string
  form: 'json-object' | 'json-array' | 'text' | 'xml' | 'bytes'
  /** A function's single unnamed parameter can take it whole. */
  isJson: boolean
  /** Of every row; undefined where `columns=` names them. */
  keys?: string[]
  /** Of an HTML form, for a function: repeated names are a variadic's values. */
  fields?: [name: string, value: string][]
}

export interface PayloadOptions {
  forFunction: boolean
  /** Rows may differ in their keys. */
  columnsGiven: boolean
  maxBytes: number
}

// Deeper nesting could exhaust the stack of Postgres' parser.
const maxNesting = 200

/**
 * Passes JSON to Postgres unchanged, so that no number loses precision.
 * @throws RestError PGRST102
 */
export async function readPayload(request: Request, options: PayloadOptions): Promise<Payload> {
  const type =
    (request.headers.get('content-type') ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? ''
  const bytes = await readBytes(request, options.maxBytes)
  switch (type) {
    case 'application/json':
      return jsonPayload(decode(bytes), options)
    case 'text/csv':
      return csvPayload(decode(bytes))
    case 'application/x-www-form-urlencoded':
      return formPayload(decode(bytes), options)
    case 'text/plain':
    case 'text/xml':
      if (options.forFunction)
        return { text: decode(bytes), form: type === 'text/xml' ? 'xml' : 'text', isJson: false, keys: [] }
      break
    case 'application/octet-stream':
      if (options.forFunction)
        return {
          text: `\\x${Buffer.from(bytes).toString('hex')}`,
          form: 'bytes',
          isJson: false,
          keys: [],
        }
      break
  }
  throw refuse.badBody(`Content-Type not acceptable: ${type}`)
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  // stops reading an endless body at the limit
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw refuse.bodyTooLarge(limit)
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refuse.badBody('Empty or invalid json')
  }
}

function jsonPayload(text: string, options: PayloadOptions): Payload {
  const isJson = true
  if (text.trim() === '' && options.forFunction) return { text: '{}', form: 'json-object', isJson, keys: [] }
  if (isNestedTooDeeply(text)) throw refuse.badBody('The JSON body is nested too deeply')
  const form = text.trimStart().startsWith('{') ? 'json-object' : 'json-array'
  const value = parseJson(text)
  if (options.columnsGiven) return { text, form, isJson }
  // a list of values has no keys; a function may take it as its argument
  if (Array.isArray(value))
    return { text, form, isJson, keys: options.forFunction && !isRow(value[0]) ? [] : uniformKeys(value) }
  if (value !== null && typeof value === 'object') return { text, form, isJson, keys: Object.keys(value) }
  return { text: options.forFunction ? text : '[]', form, isJson, keys: [] }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refuse.badBody('Empty or invalid json')
  }
}

function uniformKeys(rows: unknown[]): string[] {
  const [first] = rows
  const keys = isRow(first) ? Object.keys(first) : []
  const known = new Set(keys)
  const uniform = rows.every((row) => isRow(row) && hasExactly(row, known))
  if (!uniform) throw refuse.badBody('All object keys must match')
  return keys
}

function hasExactly(row: object, keys: Set<string>): boolean {
  const own = Object.keys(row)
  return own.length === keys.size && own.every((key) => keys.has(key))
}

function isRow(value: unknown): value is object {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function isNestedTooDeeply(json: string): boolean {
  let depth = 0
  let inString = false
  for (let index = 0; index < json.length; index++) {
    const character = json.charCodeAt(index)
    if (inString) {
      if (character === 92) index++
      else if (character === 34) inString = false
    } else if (character === 34) inString = true
    else if (character === 91 || character === 123) {
      if (++depth > maxNesting) return true
    } else if (character === 93 || character === 125) depth--
  }
  return false
}

function formPayload(text: string, options: PayloadOptions): Payload {
  const fields = [...new URLSearchParams(text)]
  const row = Object.fromEntries(fields)
  const payload: Payload = {
    text: JSON.stringify(row),
    form: 'json-object',
    isJson: false,
    keys: Object.keys(row),
  }
  return options.forFunction ? { ...payload, fields } : payload
}

/** RFC 4180 with a header line; the word NULL is null. */
function csvPayload(text: string): Payload {
  const [header, ...lines] = csvRecords(text)
  if (!header) throw refuse.badBody('Empty or invalid csv')
  const rows = lines.map((line) => {
    if (line.length !== header.length) throw refuse.badBody('All lines must have same number of fields')
    return Object.fromEntries(
      header.map((name, index) => [name, line[index] === 'NULL' ? null : line[index]]),
    )
  })
  return {
    text: JSON.stringify(rows),
    form: 'json-array',
    isJson: false,
    keys: rows.length > 0 ? header : [],
  }
}

function csvRecords(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  for (const [, inQuotes, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy)) {
    record.push(inQuotes === undefined ? (plain ?? '') : inQuotes.replaceAll('""', '"'))
    if (end === ',') continue
    if (record.length > 1 || record[0] !== '') records.push(record)
    record = []
    if (end === '') break
  }
  return records
}
