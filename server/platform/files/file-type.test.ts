import { describe, expect, it } from 'vitest'
import { detectType, isWholePdf } from './file-type.ts'

const typeOf = (bytes: Buffer) =>
  detectType(async (start, length) => bytes.subarray(start, start + length), bytes.length)
const ftyp = (brand: string, ...compatible: string[]) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 16 + compatible.length * 4]),
    Buffer.from(`ftyp${brand}\0\0\0\0${compatible.join('')}`, 'latin1'),
    Buffer.alloc(64),
  ])
const ebml = (docType: string) =>
  Buffer.concat([
    Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282', 'hex'),
    Buffer.from([0x80 + docType.length]),
    Buffer.from(docType),
    Buffer.alloc(64),
  ])

describe('videos', () => {
  it.each([
    ['isom', ftyp('isom', 'iso2', 'avc1')],
    ['mp42', ftyp('mp42')],
    ['a phone’s, by a compatible brand', ftyp('XAVC', 'mp42')],
  ])('MP4: %s', async (_name, bytes) => {
    expect(await typeOf(bytes)).toBe('video/mp4')
  })

  it('WebM', async () => {
    expect(await typeOf(ebml('webm'))).toBe('video/webm')
  })

  it.each([
    ['QuickTime without tracks', ftyp('qt  ', 'qt  ')],
    ['a sequence of pictures', ftyp('hevc', 'msf1')],
    ['Matroska', ebml('matroska')],
    ['a name without a container', Buffer.concat([Buffer.from('ftypisom'), Buffer.alloc(64)])],
    ['the first bytes of WebM alone', Buffer.from('1a45dfa3', 'hex')],
  ])('no video: %s', async (_name, bytes) => {
    expect(await typeOf(bytes)).toBeNull()
  })
})

it.each([
  ['image/heic', ftyp('heic', 'mif1', 'heic')],
  ['image/heic', ftyp('mif1', 'heic')],
  ['image/avif', ftyp('avif', 'mif1')],
  ['image/tiff', Buffer.from('II*\0\b\0\0\0')],
  ['image/tiff', Buffer.from('MM\0*\0\0\0\b')],
])('%s: %#', async (type, bytes) => {
  expect(await typeOf(bytes)).toBe(type)
})

describe('captions', () => {
  it.each([
    ['WEBVTT\n\n00:00.000 --> 00:01.000\nHello'],
    ['\uFEFFWEBVTT\n'],
    ['WEBVTT - English\n'],
    ['WEBVTT'],
  ])('%j', async (text) => {
    expect(await typeOf(Buffer.from(text))).toBe('text/vtt')
  })

  it('returns text or nothing for anything else', async () => {
    expect(await typeOf(Buffer.from('WEBVTTX'))).toBe('text/plain')
    expect(await typeOf(Buffer.from('1\n00:00:00,000 --> 00:00:01,000'))).toBe('text/plain')
    expect(await typeOf(Buffer.from('WEBVTT\n\0'))).toBeNull()
  })
})

describe('a whole PDF', () => {
  const isWhole = (text: string) => {
    const bytes = Buffer.from(text, 'latin1')
    return isWholePdf(async (start, length) => bytes.subarray(start, start + length), bytes.length)
  }
  it.each([
    ['with its end mark', '%PDF-1.7\nstartxref\n9\n%%EOF', true],
    ['with megabytes behind it', `%PDF-1.7\n%%EOF${' '.repeat(3_000_000)}`, true],
    ['with a mark across two pieces', `%PDF-1.7\n%%EOF${' '.repeat(1024 * 1024 - 3)}`, true],
    ['without its end mark', '%PDF-1.7\nstartxref\n9\n', true],
    ['without any mark', `%PDF-1.7\n${'x'.repeat(4_000)}`, false],
    [
      'for the web, whole',
      '%PDF-1.7\n1 0 obj<</Linearized 1/L 64>>\n%%EOF\nxxxxxxxxxxxxxxxxxxxxxxxxx%%EOF',
      true,
    ],
    ['for the web, truncated', '%PDF-1.7\n1 0 obj<</Linearized 1/L 64000>>\n%%EOF\nxxx', false],
  ])('%s: %#', async (_what, text, answer) => {
    expect(await isWhole(text)).toBe(answer)
  })
})
