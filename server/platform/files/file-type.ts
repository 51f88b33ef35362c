import type { MediaType } from '#domain/files/files.ts'

/** Returns fewer bytes at the file's end. */
export type ReadPiece = (start: number, length: number) => Promise<Buffer>

const headBytes = 4_096
/** The longest archive directory accepted of a document. */
const maxDirectoryBytes = 1_000_000

/**
 * Null for types that are not accepted anywhere. Checks only the first bytes of a picture; pictures.ts verifies it by
 * redrawing.
 */
export async function detectType(read: ReadPiece, sizeBytes: number): Promise<MediaType | null> {
  const head = await read(0, headBytes)
  const ascii = head.toString('latin1')
  if (ascii.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (ascii.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(ascii)) return 'image/gif'
  if (ascii.startsWith('RIFF') && ascii.slice(8, 12) === 'WEBP') return 'image/webp'
  if (/^%PDF-[12]\.\d/.test(ascii)) return 'application/pdf'
  if (ascii.startsWith('PK\x03\x04')) return officeType(read, sizeBytes)
  const video = videoType(head)
  if (video) return video
  if (isSvg(head)) return 'image/svg+xml'
  if (!(await isText(read, sizeBytes))) return null
  return isCaptions(head) ? 'text/vtt' : 'text/plain'
}

/** The brands of MP4 that browsers play: not QuickTime, nor pictures in the same container. */
const mp4Brands = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |dash|MSNV)$/

function videoType(head: Buffer): MediaType | null {
  if (head.toString('latin1', 4, 8) === 'ftyp') {
    const length = Math.min(head.readUInt32BE(0), head.length, 256)
    for (let at = 8; at + 4 <= length; at += at === 8 ? 8 : 4) {
      if (mp4Brands.test(head.toString('latin1', at, at + 4))) return 'video/mp4'
    }
    return null
  }
  const isMatroska = head.length > 40 && head.readUInt32BE(0) === 0x1a45dfa3
  return isMatroska && head.subarray(0, 64).includes('\x42\x82\x84webm', 0, 'latin1') ? 'video/webm' : null
}

function isCaptions(head: Buffer): boolean {
  return /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(head.toString('utf8', 0, 16))
}

/** A truncated PDF cannot be opened. */
export async function isWholePdf(read: ReadPiece, sizeBytes: number): Promise<boolean> {
  const start = Math.max(0, sizeBytes - 2_048)
  return (await read(start, sizeBytes - start)).includes('%%EOF')
}

function isSvg(head: Buffer): boolean {
  const text = head.toString('utf8').replace(/^\uFEFF/, '')
  return /^\s*(<\?xml[^>]*\?>\s*)?(<!--[\s\S]*?-->\s*|<!DOCTYPE[^>[]*>\s*)*<svg[\s>]/i.test(text)
}

/** Null for macros and any other archive. */
async function officeType(read: ReadPiece, sizeBytes: number): Promise<MediaType | null> {
  const names = await namesInArchive(read, sizeBytes)
  if (!names?.includes('[Content_Types].xml')) return null
  if (names.some((name) => /vbaProject|\.bin$|activeX|^\/|\.\.\//i.test(name))) return null
  if (names.includes('word/document.xml'))
    return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  if (names.includes('xl/workbook.xml'))
    return 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return null
}

async function namesInArchive(read: ReadPiece, sizeBytes: number): Promise<string[] | null> {
  const tailStart = Math.max(0, sizeBytes - 65_557)
  const tail = await read(tailStart, sizeBytes - tailStart)
  const end = tail.lastIndexOf('PK\x05\x06')
  if (end < 0 || end + 22 > tail.length) return null
  const length = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (length > maxDirectoryBytes || start + length > sizeBytes) return null
  const directory = await read(start, length)
  const names: string[] = []
  for (let at = 0; at + 46 <= directory.length; ) {
    if (directory.readUInt32LE(at) !== 0x02014b50) return null
    const nameLength = directory.readUInt16LE(at + 28)
    names.push(directory.toString('utf8', at + 46, at + 46 + nameLength))
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return names
}

const pieceBytes = 1024 * 1024

/** UTF-8 without control characters other than tabs and line ends, and neither a page nor a script. */
async function isText(read: ReadPiece, sizeBytes: number): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let start = 0; start < sizeBytes; start += pieceBytes) {
    const piece = await read(start, Math.min(pieceBytes, sizeBytes - start))
    try {
      const text = decoder.decode(piece, { stream: start + piece.length < sizeBytes })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what text has not
      if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)) return false
      if (start === 0 && /^\s*(<|#!|@echo|MZ)/i.test(text.replace(/^\uFEFF/, ''))) return false
    } catch {
      return false
    }
  }
  return true
}
