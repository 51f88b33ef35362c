import { inflateRawSync } from 'node:zlib'
import type { MediaType } from '#domain/files/files.ts'
import type { ReadPiece } from './read-piece.ts'

/** The longest archive directory accepted of a document. */
const maxDirectoryBytes = 1_000_000
/** Of a part that is read to judge the document, unpacked. */
const maxPartBytes = 1_000_000

const contentTypesPart = '[Content_Types].xml'

const documents: [mainPart: string, relationships: string, type: MediaType][] = [
  [
    'word/document.xml',
    'word/_rels/document.xml.rels',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  [
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
]

/**
 * Macros are found by the types that the document declares, because a `.bin` part may as well hold printer settings or
 * an embedded file. Office runs no macro of a document that declares none.
 * @returns null for documents of other programs
 */
export async function officeType(
  read: ReadPiece,
  sizeBytes: number,
): Promise<MediaType | 'archive' | 'macros' | null> {
  const entries = await entriesOf(read, sizeBytes)
  if (!entries) return null
  const has = (part: string | RegExp) =>
    entries.some(({ name }) => (typeof part === 'string' ? name === part : part.test(name)))
  if (!has(contentTypesPart)) return has(/^(mimetype$|META-INF\/|Index\/)/) ? null : 'archive'
  const document = documents.find(([mainPart]) => has(mainPart))
  if (!document || has(/^\/|\.\.\//)) return null
  if (has(/vbaProject|activeX/i)) return 'macros'
  const [, relationships, type] = document
  for (const part of [contentTypesPart, '_rels/.rels', relationships]) {
    const text = await partText(read, entries, part)
    if (text === null) return null
    if (declaresMacros(text)) return 'macros'
  }
  return type
}

/** Content types and relationship types of macros, macro sheets and controls. */
function declaresMacros(xml: string): boolean {
  const readable = xml.replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, digits: string) =>
    String.fromCodePoint(Math.min(Number.parseInt(digits, hex ? 16 : 10) || 0, 0x10ffff)),
  )
  return /macro|vbaProject|activeX|relationships\/control\b|<!DOCTYPE/i.test(readable)
}

interface Entry {
  name: string
  method: number
  packedBytes: number
  start: number
}

async function entriesOf(read: ReadPiece, sizeBytes: number): Promise<Entry[] | null> {
  const tailStart = Math.max(0, sizeBytes - 65_557)
  const tail = await read(tailStart, sizeBytes - tailStart)
  const end = tail.lastIndexOf('PK\x05\x06')
  if (end < 0 || end + 22 > tail.length) return null
  const length = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (length > maxDirectoryBytes || start + length > sizeBytes) return null
  const directory = await read(start, length)
  const entries: Entry[] = []
  for (let at = 0; at + 46 <= directory.length; ) {
    if (directory.readUInt32LE(at) !== 0x02014b50) return null
    const nameLength = directory.readUInt16LE(at + 28)
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      method: directory.readUInt16LE(at + 10),
      packedBytes: directory.readUInt32LE(at + 20),
      start: directory.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

/** Empty without such a part. Null if it is too large, cannot be unpacked, or is there twice: readers would differ. */
async function partText(read: ReadPiece, entries: Entry[], name: string): Promise<string | null> {
  const [entry, another] = entries.filter((each) => each.name.toLowerCase() === name.toLowerCase())
  if (!entry) return ''
  if (another || entry.packedBytes > maxPartBytes) return null
  const header = await read(entry.start, 30)
  if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) return null
  const start = entry.start + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = await read(start, entry.packedBytes)
  try {
    if (entry.method !== 0 && entry.method !== 8) return null
    return xmlText(entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: maxPartBytes }))
  } catch {
    return null
  }
}

function xmlText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder('utf-8').decode(bytes)
}
