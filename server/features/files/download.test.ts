import { describe, expect, it } from 'vitest'
import { setUpServer } from '#server/tests/threats/test-server.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { fileIdOf, upload } from '#testing/uploads.ts'

const text = 'abcdefghijklmnopqrstuvwxyz'
const test = await setUpServer()
const clinic = await aClinic(test.db)
const staff = await aStaffMember(test.db, clinic)
const patient = await aPatient(test.db, clinic)
const token = await test.tokenOf(staff)
const sent = await upload(
  test,
  { token, clinic, kind: 'person_file', patientId: patient.patientId, name: 'Übersicht "1".txt' },
  text,
)
const fileId = fileIdOf(sent)

const get = (headers: Record<string, string> = {}, method = 'GET') =>
  test.ask(`/files/v1/${fileId}`, { method, token, clinic, headers })

describe('the answer', () => {
  it('cannot run as our origin, and is saved under its name', async () => {
    const { headers } = await get()
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; sandbox;/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="_bersicht 1.txt"; filename*=UTF-8''%C3%9Cbersicht%201.txt`,
    )
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  it.each([
    ['bytes=0-4', 206, 'abcde', 'bytes 0-4/26'],
    ['bytes=20-', 206, 'uvwxyz', 'bytes 20-25/26'],
    ['bytes=-3', 206, 'xyz', 'bytes 23-25/26'],
    ['bytes=25-99', 206, 'z', 'bytes 25-25/26'],
    ['bytes=26-', 416, '', 'bytes */26'],
    ['bytes=-0', 416, '', 'bytes */26'],
    ['bytes=5-1', 200, text, null],
    ['bytes=0-1,3-4', 200, text, null],
    ['lines=0-1', 200, text, null],
  ])('to Range: %s', async (range, status, body, contentRange) => {
    const answer = await get({ range })
    expect([answer.status, answer.text, answer.headers.get('content-range')]).toEqual([
      status,
      body,
      contentRange,
    ])
  })

  it('to a condition is empty for a current copy, complete for a changed one', async () => {
    const etag = (await get()).headers.get('etag') ?? ''
    expect((await get({ 'if-none-match': etag })).status).toBe(304)
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
    expect((await get({ 'if-range': '"other"', range: 'bytes=0-1' })).status).toBe(200)
    expect((await get({ 'if-range': etag, range: 'bytes=0-1' })).status).toBe(206)
    const head = await get({}, 'HEAD')
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', '26'])
  })

  it('is audited for the patient', async () => {
    const count = async () =>
      (
        await test.db.asOwner<{ count: number }>(
          `select count(*)::int as count from app.audit_log where action = 'record.read' and purpose = 'file'
            and actor_id = '${staff.userId}' and '${patient.patientId}' = any (patient_ids)`,
        )
      )[0]?.count ?? 0
    const before = await count()
    await get()
    expect(await count()).toBe(before + 1)
  })
})

describe('reads are refused', () => {
  it('to the patient, another clinic and a visitor, as for an unknown file', async () => {
    const elsewhere = await aClinic(test.db)
    const unknown = await test.ask('/files/v1/0197a3f0-0000-7000-8000-000000000001', { token, clinic })
    expect(unknown.status).toBe(404)
    const callers = [
      { token: await test.tokenOf(patient), clinic },
      { token: await test.tokenOf(elsewhere.admin), clinic: elsewhere },
      { token: await test.tokenOf(elsewhere.admin), clinic },
      { token: null, clinic },
    ]
    for (const caller of callers) expect((await test.ask(`/files/v1/${fileId}`, caller)).status).toBe(404)
  })
})
