import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxPieceBytes } from '#domain/files/files.ts'
import { s3Store } from '#server/platform/files/s3-store.ts'
import { openTestServer } from '#server/tests/threats/test-server.ts'
import { openTestBucket } from '#testing/database/s3.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { announce, fileIdOf, sendPiece, upload } from '#testing/uploads.ts'

const bucket = await openTestBucket()
const test = await openTestServer()
const clinic = await aClinic(test.db)
const staff = await aStaffMember(test.db, clinic)
const patient = await aPatient(test.db, clinic)
const token = await test.tokenOf(staff)
afterAll(async () => {
  await test.close()
  await bucket.close()
})

const aText = (bytes: number) => Buffer.from(randomBytes(bytes).toString('hex').slice(0, bytes))
const aPersonFile = () => ({ token, clinic, kind: 'person_file' as const, patientId: patient.patientId })
const used = async () => {
  const [row] = await test.db.asOwner<{ used: number }>(
    `select used_bytes::int as used from app.storage_use where clinic_id = '${clinic.id}'`,
  )
  return Number(row?.used ?? 0)
}

it('reads a piece to its end that it cannot store, so that the connection can be used again', async () => {
  const { store } = test.services.files
  const size = 200_000
  const created = await announce(test, { ...aPersonFile(), length: size })
  const piece = (bytes: number) => {
    let sent = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          sent += 20_000
          controller.enqueue(aText(20_000))
          if (sent >= bytes) controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    return { body, sent: () => sent }
  }
  test.services.files.store = {
    ...store,
    async put(_name, bytes) {
      for await (const _chunk of bytes) throw new Error('no space left on device')
      return 0
    },
  }
  try {
    const whole = piece(size)
    const send = (body: ReadableStream<Uint8Array>) =>
      sendPiece(test, { token, clinic }, created.headers.get('location') ?? '', 0, body)
    expect((await send(whole.body)).status).toBe(503)
    expect(whole.sent()).toBe(size)
    const endless = piece(Number.POSITIVE_INFINITY)
    expect((await send(endless.body)).status).toBe(503)
    expect(endless.sent()).toBeLessThan(maxPieceBytes + 60_000)
  } finally {
    test.services.files.store = store
  }
})

describe.each(['a folder', 'S3'])('an upload in pieces, to %s', (home) => {
  beforeAll(() => {
    if (home === 'S3') test.services.files.store = s3Store(bucket.settings)
  })

  it('arrives unchanged, in any number of pieces', async () => {
    const bytes = aText(300_000)
    const created = await announce(test, { ...aPersonFile(), name: 'notes.txt', length: bytes.length })
    expect(created.status).toBe(201)
    const location = created.headers.get('location') ?? ''
    for (let at = 0; at < bytes.length; at += 100_000) {
      const sent = await sendPiece(
        test,
        { token, clinic },
        location,
        at,
        Uint8Array.from(bytes.subarray(at, at + 100_000)),
      )
      expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, String(at + 100_000)])
    }
    const read = await test.ask(`/files/v1/${fileIdOf(created)}`, { token, clinic })
    expect(read.status).toBe(200)
    expect(read.text).toBe(bytes.toString())
    expect(read.headers.get('etag')).toContain(createHash('sha256').update(bytes).digest('hex').slice(0, 32))
  })

  it('reports its progress, and continues from there after a lost connection', async () => {
    const bytes = aText(50_000)
    const created = await announce(test, { ...aPersonFile(), length: bytes.length })
    const location = created.headers.get('location') ?? ''
    await sendPiece(test, { token, clinic }, location, 0, Uint8Array.from(bytes.subarray(0, 20_000)))
    const lost = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes.subarray(20_000, 30_000)),
      pull: (controller) => controller.error(new Error('connection lost')),
    })
    expect((await sendPiece(test, { token, clinic }, location, 20_000, lost)).status).toBe(400)
    const asked = await test.ask(location, {
      method: 'HEAD',
      token,
      clinic,
      headers: { 'tus-resumable': '1.0.0' },
    })
    expect([asked.headers.get('upload-offset'), asked.headers.get('upload-length')]).toEqual([
      '20000',
      '50000',
    ])
    await sendPiece(test, { token, clinic }, location, 20_000, Uint8Array.from(bytes.subarray(20_000)))
    expect((await test.ask(`/files/v1/${fileIdOf(created)}`, { token, clinic })).text).toBe(bytes.toString())
  })

  it('refuses a piece out of place, and stores one of two for the same place', async () => {
    const created = await announce(test, { ...aPersonFile(), length: 20 })
    const location = created.headers.get('location') ?? ''
    const ten = (text: string) => Uint8Array.from(Buffer.from(text.repeat(10)))
    expect((await sendPiece(test, { token, clinic }, location, 5, ten('x'))).status).toBe(409)
    const both = await Promise.all([
      sendPiece(test, { token, clinic }, location, 0, ten('a')),
      sendPiece(test, { token, clinic }, location, 0, ten('b')),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
    await sendPiece(test, { token, clinic }, location, 10, ten('c'))
    expect((await test.ask(`/files/v1/${fileIdOf(created)}`, { token, clinic })).text).toMatch(
      /^(a{10}|b{10})c{10}$/,
    )
  })

  it('frees its storage when canceled, and leaves no bytes', async () => {
    const before = await used()
    const created = await announce(test, { ...aPersonFile(), length: 40_000 })
    const location = created.headers.get('location') ?? ''
    await sendPiece(test, { token, clinic }, location, 0, Uint8Array.from(aText(30_000)))
    expect(await used()).toBe(before + 40_000)
    const options = { method: 'DELETE', token, clinic, headers: { 'tus-resumable': '1.0.0' } }
    expect((await test.ask(location, options)).status).toBe(204)
    expect(await used()).toBe(before)
    await test.services.jobs.drain()
    const named = await test.db.asOwner<{ name: string }>(
      'select name from app.file_objects where file_id is null',
    )
    expect(named).toEqual([])
    expect((await test.ask(location, options)).status).toBe(404)
  })

  it('is closed to other callers: reading, continuing, canceling', async () => {
    const created = await announce(test, { ...aPersonFile(), length: 10 })
    const location = created.headers.get('location') ?? ''
    const other = { token: await test.tokenOf(clinic.admin), clinic }
    expect((await sendPiece(test, other, location, 0, Uint8Array.from(aText(10)))).status).toBe(404)
    for (const method of ['HEAD', 'DELETE']) {
      const answer = await test.ask(location, { method, ...other, headers: { 'tus-resumable': '1.0.0' } })
      expect([method, answer.status]).toEqual([method, 404])
    }
  })
})

describe('permission to upload', () => {
  it('is for signed-in users, about patients of their clinic, and not for read-only members', async () => {
    const elsewhere = await aClinic(test.db)
    const stranger = await aPatient(test.db, elsewhere)
    const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
    const statusOf = async (options: Parameters<typeof announce>[1]) =>
      (await announce(test, { ...options, length: 10 })).status
    expect(await statusOf({ ...aPersonFile(), token: '' })).toBe(401)
    expect(await statusOf({ ...aPersonFile(), patientId: stranger.patientId })).toBe(404)
    expect(await statusOf({ ...aPersonFile(), token: await test.tokenOf(viewer) })).toBe(403)
    expect(await statusOf({ ...aPersonFile(), token: await test.tokenOf(patient) })).toBe(403)
    expect(await statusOf({ token, clinic, kind: 'logo' })).toBe(403)
    expect(await statusOf({ token, clinic, kind: 'person_file' })).toBe(400)
    const attachment = { clinic, kind: 'message_attachment' as const, token: await test.tokenOf(patient) }
    expect(await statusOf({ ...attachment, patientId: patient.patientId })).toBe(201)
    expect(await statusOf({ ...attachment, patientId: stranger.patientId })).toBe(404)
  })
})

describe('a picture', () => {
  it('is redrawn within 800 x 400, without EXIF', async () => {
    const photo = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#a0b0c0' } })
      .withExif({ IFD0: { Artist: 'Secret Name' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect(photo.includes('Secret Name')).toBe(true)
    const sent = await upload(test, { token, clinic, kind: 'avatar', name: 'me.jpg' }, photo)
    const id = fileIdOf(sent)
    const [row] = await test.db.asOwner<Record<string, unknown>>(
      `select f.state, f.media_type, f.width, f.height, f.name, f.size_bytes::int as size,
              (select array_agg(o.name) from app.file_objects o where o.file_id = f.id) as objects
         from public.files f where f.id = '${id}'`,
    )
    expect(row).toMatchObject({
      state: 'ready',
      media_type: 'image/webp',
      width: 533,
      height: 400,
      name: 'me.webp',
    })
    const objects = row?.objects as string[]
    expect(objects).toHaveLength(1)
    const stored: Uint8Array[] = []
    for await (const chunk of test.services.files.store.read(objects[0] ?? '', {
      start: 0,
      end: Number(row?.size) - 1,
    }))
      stored.push(chunk)
    const { exif, format } = await sharp(Buffer.concat(stored)).metadata()
    expect([exif, format]).toEqual([undefined, 'webp'])
  })
})
