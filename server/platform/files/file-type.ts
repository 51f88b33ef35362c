import type { MediaType } from '#domain/files/files.ts'
import { mediaTypeOfBoxes } from './box-type.ts'
import { officeType } from './office-type.ts'
import type { ReadPiece } from './read-piece.ts'

/** Types that no kind accepts, each with its own advice. */
export type RefusedType = 'archive' | 'macros' | 'old_office'

const headBytes = 4_096

/**
 * Null for unknown types. Checks only the first bytes of a picture; pictures.ts verifies it by redrawing.
 */
export async function detectType(
  read: ReadPiece,
  sizeBytes: number,
): Promise<MediaType | RefusedType | null> {
  const head = await read(0, headBytes)
  const ascii = head.toString('latin1')
  if (ascii.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (ascii.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(ascii)) return 'image/gif'
  if (ascii.startsWith('RIFF') && ascii.slice(8, 12) === 'WEBP') return 'image/webp'
  if (/^%PDF-[12]\.\d/.test(ascii)) return 'application/pdf'
  if (ascii.startsWith('PK\x03\x04')) return officeType(read, sizeBytes)
  if (ascii.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'old_office'
  if (/^(II\*\0|MM\0\*)/.test(ascii)) return 'image/tiff'
  if (head.toString('latin1', 4, 8) === 'ftyp') return mediaTypeOfBoxes(head, read, sizeBytes)
  if (isWebm(head)) return 'video/webm'
  if (isSvg(head)) return 'image/svg+xml'
  if (!(await isText(read, sizeBytes))) return null
  return isCaptions(head) ? 'text/vtt' : 'text/plain'
}

function isWebm(head: Buffer): boolean {
  const isMatroska = head.length > 40 && head.readUInt32BE(0) === 0x1a45dfa3
  return isMatroska && head.subarray(0, 64).includes('\x42\x82\x84webm', 0, 'latin1')
}

function isCaptions(head: Buffer): boolean {
  return /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(head.toString('utf8', 0, 16))
}

/**
 * Accepts what PDF readers open: bytes after the end, or no end mark. A truncated file has neither mark, or is shorter
 * than a file for the web declares in its first object.
 */
export async function isWholePdf(read: ReadPiece, sizeBytes: number): Promise<boolean> {
  const declared = /\/Linearized\b[^>]*?\/L\s+(\d{1,15})/.exec((await read(0, 1_024)).toString('latin1'))?.[1]
  if (declared !== undefined && sizeBytes < Number(declared)) return false
  for (let end = sizeBytes; end > 0; end -= pieceBytes) {
    // a mark may lie across two pieces
    const start = Math.max(0, end - pieceBytes - 32)
    if (/%%EOF|startxref\s+\d/.test((await read(start, end - start)).toString('latin1'))) return true
  }
  return false
}

function isSvg(head: Buffer): boolean {
  const text = head.toString('utf8').replace(/^\uFEFF/, '')
  return /^\s*(<\?xml[^>]*\?>\s*)?(<!--[\s\S]*?-->\s*|<!DOCTYPE[^>[]*>\s*)*<svg[\s>]/i.test(text)
}

const pieceBytes = 1024 * 1024

/** UTF-8 without control characters other than tabs and line ends, and neither a page nor a script. */
async function isText(read: ReadPiece, sizeBytes: number): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let start = 0; start < sizeBytes; start += pieceBytes) {
    const piece = await read(start, Math.min(pieceBytes, sizeBytes - start))
    try {
      const text = decoder.decode(piece, { stream: start + piece.length < sizeBytes })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: text contains none of these
      if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)) return false
      if (start === 0 && /^\s*(<|#!|@echo|MZ)/i.test(text.replace(/^\uFEFF/, ''))) return false
    } catch {
      return false
    }
  }
  return true
}
