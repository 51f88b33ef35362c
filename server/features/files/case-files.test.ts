// Files as programs save them; each is in testing/case-files.
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { errorTexts } from '#domain/texts/errors.ts'
import { setUpServer } from '#server/tests/threats/test-server.ts'
import { aClinic, aPatient } from '#testing/sign-in/people.ts'
import { fileIdOf, upload } from '#testing/uploads.ts'

const test = await setUpServer()
const clinic = await aClinic(test.db)
const patient = await aPatient(test.db, clinic)
const token = await test.tokenOf(clinic.admin)

const caseFile = (name: string) => readFile(new URL(`../../../testing/case-files/${name}`, import.meta.url))
const aboutPatient = (kind: 'person_file' | 'message_attachment') => ({
  token,
  clinic,
  kind,
  patientId: patient.patientId,
})

it.each([
  'readings-with-printer-settings.xlsx',
  'letter-with-embedded-sheet.docx',
  'trailing-4k.pdf',
  'trailing-html.pdf',
  'no-eof-mark.pdf',
])('%s is stored unchanged', async (name) => {
  const bytes = await caseFile(name)
  for (const kind of ['person_file', 'message_attachment'] as const) {
    const id = fileIdOf(await upload(test, { ...aboutPatient(kind), name }, bytes))
    const { headers } = await test.ask(`/files/v1/${id}`, { token, clinic })
    expect(headers.get('content-disposition')).toContain(`filename="${name}"`)
    expect(headers.get('content-length')).toBe(String(bytes.length))
  }
})

const sideways = (format: 'tiff' | 'avif') => () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#c8612a' } })
    .withExif({ IFD0: { Artist: 'someone' } })
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer()

it.each<[string, string, (name: string) => Promise<Buffer>, [number, number]]>([
  ['scan.tif', 'png', caseFile, [600, 400]],
  ['photo.avif', 'jpg', caseFile, [600, 400]],
  ['photo.heic', 'jpg', caseFile, [64, 128]],
  ['sideways.tif', 'png', sideways('tiff'), [20, 40]],
  ['sideways.avif', 'jpg', sideways('avif'), [20, 40]],
])('%s is converted, upright and without metadata', async (name, extension, contentOf, size) => {
  const content = await contentOf(name)
  const mediaTypes = { png: 'image/png', jpg: 'image/jpeg' }
  for (const kind of ['person_file', 'message_attachment'] as const) {
    const id = fileIdOf(await upload(test, { ...aboutPatient(kind), name }, content))
    const { headers } = await test.ask(`/files/v1/${id}`, { token, clinic })
    expect(headers.get('content-type')).toBe(mediaTypes[extension as 'png'])
    expect(headers.get('content-disposition')).toContain(name.replace(/\w+$/, extension))
    const bytes = await test.services.files.bytesOf(test.services.transactions, id)
    const { width, height, exif, xmp, orientation } = await sharp(bytes).metadata()
    expect({ size: [width, height], exif, xmp, orientation }).toEqual({ size })
  }
  const avatar = fileIdOf(await upload(test, { token, kind: 'avatar', name }, content))
  expect((await test.ask(`/files/v1/${avatar}`, { token })).headers.get('content-type')).toBe('image/webp')
})

it('the pixels of a photo in HEIC are stored', async () => {
  const file = { ...aboutPatient('person_file'), name: 'photo.heic' }
  const id = fileIdOf(await upload(test, file, await caseFile('photo.heic')))
  const bytes = await test.services.files.bytesOf(test.services.transactions, id)
  const { info, data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([64, 128])
  expect(new Set(data).size).toBeGreaterThan(100)
})

it('a scan of several pages is refused with the remedy, since all but one would be lost', async () => {
  const pages = await sharp(Buffer.alloc(20 * 40 * 3, 99), {
    raw: { width: 20, height: 40, channels: 3, pageHeight: 20 },
  })
    .tiff()
    .toBuffer()
  expect((await sharp(pages).metadata()).pages).toBe(2)
  const { status, text } = await upload(test, { ...aboutPatient('person_file'), name: 'fax.tif' }, pages)
  expect([status, JSON.parse(text).message]).toEqual([415, errorTexts.file_type_refused])
  expect(errorTexts.file_type_refused).toContain('save it as a PDF')
})

it('a video of a phone in QuickTime is stored as MP4', async () => {
  const content = await caseFile('clip.mov')
  const id = fileIdOf(await upload(test, { token, clinic, kind: 'content_video', name: 'clip.mov' }, content))
  const { headers } = await test.ask(`/files/v1/${id}`, { token, clinic })
  expect(headers.get('content-type')).toBe('video/mp4')
  expect(headers.get('content-disposition')).toContain('clip.mp4')
})

it('a video that browsers cannot play is refused with the remedy', async () => {
  const file = { token, clinic, kind: 'content_video', name: 'clip.mov' } as const
  const { status, text } = await upload(test, file, await caseFile('clip-prores.mov'))
  expect([status, JSON.parse(text).message]).toEqual([415, errorTexts.file_video_refused])
  expect(errorTexts.file_video_refused).toContain('MP4 with H.264')
})

it.each(['letter-macro.docm', 'letter-macro.docx'])(
  'a macro document named %s is refused with the remedy',
  async (name) => {
    const file = { ...aboutPatient('person_file'), name }
    const { status, text } = await upload(test, file, await caseFile('letter-macro.docm'))
    const { code, message } = JSON.parse(text)
    expect([status, code, message]).toEqual([415, 'file_has_macros', errorTexts.file_has_macros])
    expect(message).toMatch(/macros.*save it as .*without macros/)
  },
)
