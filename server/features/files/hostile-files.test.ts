// Hostile files (docs/threats.md T13): each is refused and leaves nothing, or is redrawn without hidden content.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { FileKind } from '#domain/files/files.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { openTestServer, type ServerAnswer } from '#server/tests/threats/test-server.ts'
import { aClinic, aPatient } from '#testing/sign-in/people.ts'
import { announce, fileIdOf, upload } from '#testing/uploads.ts'

const test = await openTestServer()
const clinic = await aClinic(test.db)
const patient = await aPatient(test.db, clinic)
const token = await test.tokenOf(clinic.admin)
// each refusal counts (upload-limits.test.ts)
beforeEach(() => test.db.asOwner('delete from auth.rate_buckets'))
afterAll(() => test.close())

type Bytes = Uint8Array | string
type Content = Bytes | (() => Promise<Bytes> | Bytes)

const by = (kind: FileKind) => ({
  token,
  clinic,
  kind,
  ...((kind === 'person_file' || kind === 'message_attachment') && { patientId: patient.patientId }),
})
const send = async (kind: FileKind, name: string, content: Content) =>
  upload(test, { ...by(kind), name }, typeof content === 'function' ? await content() : content)

async function objectsLeft(): Promise<number> {
  await test.services.jobs.drain()
  let objects = 0
  for await (const _ of test.services.files.store.list()) objects++
  return objects
}

async function expectNothingLeft(): Promise<void> {
  const [left] = await test.db.asOwner<{ files: number; about: number; used: number }>(
    `select (select count(*)::int from files) as files, (select count(*)::int from patient_files) as about,
            (select coalesce(sum(used_bytes), 0)::int from app.storage_use) as used`,
  )
  expect({ ...left, objects: await objectsLeft() }).toEqual({ files: 0, about: 0, used: 0, objects: 0 })
}

function refusal({ status, text }: ServerAnswer): string {
  const { code, message } = JSON.parse(text)
  expect(message).toBe(errorTexts[code as keyof typeof errorTexts])
  return `${status} ${code}`
}

const bytes = (...parts: (string | number[] | Uint8Array)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )

function zip(files: Record<string, string>): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt32LE(text.length, 18)
    local.writeUInt32LE(text.length, 22)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt32LE(text.length, 20)
    entry.writeUInt32LE(text.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    directory.push(entry, Buffer.from(name))
    const body = bytes(local, name, text)
    bodies.push(body)
    at += body.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, list, end])
}
const wordFiles = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' }

const picture =
  (format: 'png' | 'jpeg' | 'gif' | 'webp', size = 64) =>
  () =>
    sharp({
      create: {
        width: size,
        height: size,
        channels: 3,
        background: '#c8612a',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    })
      .toFormat(format)
      .toBuffer()
const cut = (content: () => Promise<Buffer>, share: number) => async () => {
  const whole = await content()
  return whole.subarray(0, Math.floor(whole.length * share))
}

function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(data.length)
    const body = bytes(type, data)
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([head, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(Math.min(height * (1 + Math.ceil(width / 8)), 1_000_000)))
  return bytes(
    '\x89PNG\r\n\x1a\n',
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  )
}
const jpegOf = (width: number, height: number) => async () => {
  const whole = await picture('jpeg')()
  const frame = whole.indexOf(Buffer.from([0xff, 0xc0]))
  whole.writeUInt16BE(height, frame + 5)
  whole.writeUInt16BE(width, frame + 7)
  return whole
}
const gifOf = (width: number, height: number) => async () => {
  const whole = await picture('gif')()
  whole.writeUInt16LE(width, 6)
  whole.writeUInt16LE(height, 8)
  const image = whole.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]))
  whole.writeUInt16LE(width, image + 5)
  whole.writeUInt16LE(height, image + 7)
  return whole
}

const heic = () => readFile(new URL('../../../testing/case-files/photo.heic', import.meta.url))
/** A HEIC whose properties claim a size. */
async function heicOf(width: number, height: number): Promise<Buffer> {
  const whole = await heic()
  const size = whole.indexOf('ispe')
  whole.writeUInt32BE(width, size + 8)
  whole.writeUInt32BE(height, size + 12)
  return whole
}

const svg = (inside: string, open = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40" ${open}>${inside}</svg>`
const laughs = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, n) => `<!ENTITY b${n} "${n ? `&b${n - 1};`.repeat(10) : '&a;&a;'}">`).join('')}]>${svg('<text>&b19;</text>')}`
const utf16 = Buffer.from('\uFEFFplain words', 'utf16le')

const type = '415 file_type_refused'
const noPicture = '415 file_picture_refused'
const damaged = '422 file_damaged'

const refused: [FileKind, string, Content, string][] = [
  ['person_file', 'photo.png', '<!DOCTYPE html><script>alert(1)</script>', type],
  ['person_file', 'notes.txt', '<script>alert(1)</script>', type],
  ['person_file', 'notes.txt', '\uFEFF  <html><body onload=alert(1)>', type],
  ['avatar', 'me.svg', '<html><svg onload="alert(1)"></svg></html>', noPicture],
  ['person_file', 'page.xhtml', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', type],
  ['person_file', 'letter.pdf', '<html>%PDF-1.7\n%%EOF</html>', type],
  ['person_file', 'run.txt', '#!/bin/sh\nrm -rf /', type],
  ['person_file', 'run.txt', '@echo off\r\ndel *.*', type],
  ['person_file', 'scan.pdf', bytes('MZ', new Uint8Array(200)), type],
  ['person_file', 'scan.jpg', bytes('\x7fELF', new Uint8Array(200)), type],
  ['person_file', 'shell.jpg', '<?php system($_GET["c"]); ?>', type],
  ['person_file', 'App.txt', bytes([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52]), type],
  ['person_file', 'module.txt', bytes([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]), type],
  ['person_file', 'files.zip', zip({ 'a.txt': 'a' }), '415 file_is_archive'],
  ['person_file', 'letter.docx', zip({ 'a.txt': 'a' }), '415 file_is_archive'],
  ['person_file', 'macro.docx', zip({ ...wordFiles, 'word/vbaProject.bin': 'x' }), '415 file_has_macros'],
  [
    'person_file',
    'active.docx',
    zip({ ...wordFiles, 'word/activeX/activeX1.xml': 'x' }),
    '415 file_has_macros',
  ],
  ['person_file', 'slip.docx', zip({ ...wordFiles, '../../etc/cron.d/x': 'x' }), type],
  ['person_file', 'root.docx', zip({ ...wordFiles, '/etc/passwd': 'x' }), type],
  ['person_file', 'cut.docx', zip(wordFiles).subarray(0, 120), type],
  ['person_file', 'bent.docx', () => bent(zip(wordFiles)), type],
  ['person_file', 'slides.pptx', zip({ '[Content_Types].xml': 'x', 'ppt/presentation.xml': 'x' }), type],
  ['person_file', 'app.jar', zip({ 'META-INF/MANIFEST.MF': 'Main-Class: X' }), type],
  [
    'person_file',
    'old.doc',
    bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], new Uint8Array(500)),
    '415 file_is_old_office',
  ],
  ['person_file', 'files.rar', bytes('Rar!\x1a\x07\x00', new Uint8Array(50)), type],
  ['person_file', 'files.7z', bytes('7z\xbc\xaf\x27\x1c', new Uint8Array(50)), type],
  ['person_file', 'files.txt.gz', gzipSync('text'), type],
  ['avatar', 'me.svgz', gzipSync(svg('')), noPicture],
  ['person_file', 'clip.mp4', bytes([0, 0, 0, 24], 'ftypisom', new Uint8Array(50)), type],
  ['person_file', 'voice.mp3', bytes('ID3\x03\x00', new Uint8Array(50)), type],
  ['avatar', 'me.heic', bytes([0, 0, 0, 24], 'ftypheic', new Uint8Array(50)), damaged],
  ['avatar', 'me.bmp', bytes('BM', new Uint8Array(100)), noPicture],
  ['avatar', 'me.tif', bytes('II*\x00', new Uint8Array(100)), damaged],
  ['avatar', 'me.ico', bytes([0, 0, 1, 0, 1, 0], new Uint8Array(100)), noPicture],
  ['person_file', 'rich.rtf', bytes('{\\rtf1', new Uint8Array(10)), type],
  // accepted elsewhere only
  ['person_file', 'drawing.svg', svg('<circle r="9"/>'), type],
  ['message_attachment', 'moving.gif', picture('gif'), type],
  ['avatar', 'me.pdf', '%PDF-1.7\n%%EOF', noPicture],
  ['logo', 'logo.txt', 'our logo', noPicture],
  // invalid text
  ['person_file', 'notes.txt', bytes('words\x00words'), type],
  ['person_file', 'notes.txt', bytes('words\x1b]0;title\x07'), type],
  ['person_file', 'notes.txt', bytes([0x77, 0xff, 0xfe, 0x77]), type],
  ['person_file', 'notes.txt', utf16, type],
  ['person_file', 'random.bin', bytes(Array.from({ length: 300 }, (_, n) => (n * 73 + 11) % 256)), type],
  // truncated or broken
  ['person_file', 'scan.pdf', bytes('%PDF-1.7\n1 0 obj\n', 'x'.repeat(4_000)), damaged],
  ['avatar', 'me.png', bytes('\x89PNG\r\n\x1a\n'), damaged],
  ['avatar', 'me.png', cut(picture('png', 400), 0.5), damaged],
  ['avatar', 'me.jpg', cut(picture('jpeg', 400), 0.5), damaged],
  ['avatar', 'me.gif', cut(picture('gif', 100), 0.3), damaged],
  ['avatar', 'me.webp', cut(picture('webp', 400), 0.5), damaged],
  ['avatar', 'me.jpg', bytes([0xff, 0xd8, 0xff, 0xe0], '<script>alert(1)</script>'), damaged],
  ['avatar', 'me.webp', bytes('RIFF\x20\x00\x00\x00WEBPVP8 ', new Uint8Array(30)), damaged],
  // larger than they seem
  ['person_file', 'huge.png', () => pngOf(50_000, 50_000), damaged],
  ['avatar', 'huge.png', () => pngOf(2_147_483_647, 2_147_483_647), damaged],
  ['avatar', 'tall.png', () => pngOf(1, 1_000_000_000), damaged],
  ['avatar', 'huge.jpg', jpegOf(65_500, 65_500), damaged],
  ['avatar', 'huge.gif', gifOf(65_535, 65_535), damaged],
  ['avatar', 'huge.heic', () => heicOf(30_000, 30_000), damaged],
  ['avatar', 'cut.heic', async () => (await heic()).subarray(0, 900), damaged],
  ['avatar', 'bomb.svg', laughs, noPicture],
  [
    'avatar',
    'xxe.svg',
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`,
    noPicture,
  ],
  ['avatar', 'out.svg', svg('<image xlink:href="http://169.254.169.254/latest/meta-data/"/>'), damaged],
  ['avatar', 'file.svg', svg('<image href="file:///etc/passwd" width="9" height="9"/>'), damaged],
  [
    'avatar',
    'page.svg',
    svg('<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="x"/></foreignObject>'),
    damaged,
  ],
  [
    'logo',
    'include.svg',
    svg('<xi:include href="/etc/passwd" parse="text"/>', 'xmlns:xi="http://www.w3.org/2001/XInclude"'),
    damaged,
  ],
  [
    'logo',
    'wide.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" width="100000000" height="100000000"/>',
    damaged,
  ],
  // 2.3 KB that expand to half a million elements
  [
    'avatar',
    'uses.svg',
    svg(`<rect id="l0" width="9" height="9"/>${levelsOfUse(14)}<use href="#l14"/>`),
    damaged,
  ],
  [
    'avatar',
    'hidden.svg',
    `<?xml version="1.0" encoding="UTF-7"?>${svg('+ADw-use href="#a"/+AD4-')}`,
    damaged,
  ],
  ['logo', 'unclosed.svg', '<svg xmlns="http://www.w3.org/2000/svg"><g><g>', damaged],
]

function levelsOfUse(levels: number): string {
  const level = (_: unknown, at: number) => `<g id="l${at + 1}">${`<use href="#l${at}"/>`.repeat(8)}</g>`
  return Array.from({ length: levels }, level).join('')
}

function bent(archive: Buffer): Buffer {
  archive.writeUInt32LE(0xfffffff0, archive.length - 6)
  return archive
}

it('includes at least sixty different files', async () => {
  const files = await Promise.all(
    refused.map(async ([kind, name, content]) => {
      const body = typeof content === 'function' ? await content() : content
      return `${kind} ${name.split('.').at(-1)} ${createHash('sha256').update(body).digest('hex')}`
    }),
  )
  expect(new Set(files).size).toBeGreaterThanOrEqual(60)
})

describe('is refused, and leaves nothing', () => {
  it.each(refused)('%s %s (%#)', async (kind, name, content, answer) => {
    expect(refusal(await send(kind, name, content))).toBe(answer)
    await expectNothingLeft()
  })
})

describe('is refused on creation', () => {
  const limits: [string, FileKind, number, string][] = [
    ['of nothing', 'person_file', 0, '422 file_empty'],
    ['beyond the kind’s limit', 'avatar', 5_000_001, '413 file_too_large'],
    ['beyond every limit', 'person_file', 999_999_999_999_999, '413 file_too_large'],
  ]
  it.each(limits)('%s', async (_what, kind, length, answer) => {
    expect(refusal(await announce(test, { ...by(kind), length }))).toBe(answer)
    await expectNothingLeft()
  })

  const encoded = (text: string) => Buffer.from(text).toString('base64')
  const malformed: [string, Record<string, string>][] = [
    ['without a length', { 'upload-length': '' }],
    ['with a negative length', { 'upload-length': '-5' }],
    ['with a length that is no number', { 'upload-length': '1e3' }],
    ['without metadata', { 'upload-metadata': '' }],
    ['of an unknown kind', { 'upload-metadata': `kind ${encoded('content')}` }],
    ['of a kind that every object has', { 'upload-metadata': `kind ${encoded('__proto__')}` }],
    [
      'about a patient that is no id',
      { 'upload-metadata': `kind ${encoded('person_file')},patient ${encoded("' or 1=1 --")}` },
    ],
    ['without a patient', { 'upload-metadata': `kind ${encoded('person_file')}` }],
    ['with metadata that is no base64', { 'upload-metadata': 'kind \u00e9\u00e9\u00e9' }],
  ]
  it.each(malformed)('%s', async (_what, headers) => {
    const sent = await test.ask('/files/v1/uploads', {
      method: 'POST',
      token,
      clinic,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '5',
        'upload-metadata': `kind ${encoded('avatar')}`,
        ...headers,
      },
    })
    expect(refusal(sent)).toBe('400 invalid_input')
    await expectNothingLeft()
  })
})

describe('is redrawn without hidden content', () => {
  const payload = '<script>alert("hidden")</script>'
  const hidden: [string, Content][] = [
    ['a page behind a JPEG', async () => bytes(await picture('jpeg')(), payload)],
    ['an archive behind a PNG', async () => bytes(await picture('png')(), zip({ 'x.html': payload }))],
    ['a script behind a GIF', async () => bytes(await picture('gif')(), payload)],
    ['a page behind a WebP', async () => bytes(await picture('webp')(), payload)],
    [
      'a script in EXIF',
      async () =>
        sharp(await picture('jpeg')())
          .withExif({ IFD0: { Artist: payload } })
          .jpeg()
          .toBuffer(),
    ],
    [
      'a script in XMP',
      async () =>
        sharp(await picture('jpeg')())
          .withXmp(`<x>${payload}</x>`)
          .jpeg()
          .toBuffer(),
    ],
    ['a script in a drawing', svg(`<circle r="9"/>${payload}`, 'onload="alert(1)"')],
    [
      'a script in a style of a drawing',
      svg(
        `<style>@import url("data:text/css,${payload.replaceAll('<', '%3C').replaceAll('"', '')}");</style><rect width="9" height="9"/>`,
      ),
    ],
  ]
  it.each(hidden)('%s', async (_what, content) => {
    const id = fileIdOf(await send('avatar', 'me.html', content))
    const { status, text, headers } = await test.ask(`/files/v1/${id}`, { token })
    expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      200,
      'image/webp',
      'nosniff',
    ])
    expect(text).not.toContain('hidden')
    expect(headers.get('content-disposition')).toContain('me.webp')
    const cancel = { method: 'DELETE', token, headers: { 'tus-resumable': '1.0.0' } }
    expect((await test.ask(`/files/v1/uploads/${id}`, cancel)).status).toBe(204)
    await expectNothingLeft()
  })
})

describe('is stored if it cannot run', () => {
  it.each([
    [
      'a PDF with a script',
      '%PDF-1.7\n1 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj\n%%EOF',
      'application/pdf',
    ],
    ['a script as text', 'alert(document.cookie)', 'text/plain; charset=utf-8'],
    [
      'a Word document',
      zip(wordFiles),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
  ])('%s is saved, never shown', async (_what, content, mediaType) => {
    const id = fileIdOf(await send('person_file', '../../x.html', content))
    const { headers } = await test.ask(`/files/v1/${id}`, { token, clinic })
    expect(headers.get('content-type')).toBe(mediaType)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="x\.(pdf|txt|docx)"/)
    expect(headers.get('content-security-policy')).toContain('sandbox')
  })
})
