// Uploads of files for a question, and the answer that they become. Their readers: db/tests/forms/files.test.ts.
import { describe, expect, it } from 'vitest'
import { setUpServer } from '#server/tests/threats/test-server.ts'
import { aField, aForm, aFormRequest } from '#testing/forms.ts'
import { aGuardian, bornYearsAgo, setBirthDate } from '#testing/guardians.ts'
import { aClinic, aPatient, aStaffMember, type Person } from '#testing/sign-in/people.ts'
import { announce, sendPiece, upload } from '#testing/uploads.ts'

const pdf = '%PDF-1.7\nthe letter\n%%EOF\n'
const [text, file] = [aField('text'), aField('file')]
const test = await setUpServer()
const clinic = await aClinic(test.db)
const patient = await aPatient(test.db, clinic)

const request = async (of = patient, signedName?: string) => {
  const form = await aForm(test.db, clinic, { fields: [text, file] })
  return aFormRequest(test.db, clinic, of, { form, ...(signedName && { signedName }) })
}
async function send(
  by: Person,
  requestId: string,
  options: { fieldId?: string; bytes?: string; name?: string; guardianship?: string } = {},
): Promise<{ status: number; code: string | null }> {
  const { fieldId = file.id, bytes = pdf, name = 'letter.pdf', guardianship } = options
  const about = { kind: 'form_file', name, question: { requestId, fieldId } } as const
  const token = await test.tokenOf(by)
  const answer = await upload(test, { token, clinic, ...about, ...(guardianship && { guardianship }) }, bytes)
  return { status: answer.status, code: answer.text ? JSON.parse(answer.text).code : null }
}
const stored = async (id: string) =>
  (
    await test.db.asOwner<{ answers: Record<string, { files: { name: string }[] }>; version: number }>(
      'select answers, version, started_at is not null as is_begun from form_requests where id = $1',
      [id],
    )
  )[0]

it('become the answer when their upload is complete, with name, size and checksum', async () => {
  const id = await request()
  expect(await send(patient, id)).toEqual({ status: 201, code: null })
  const [row] = await test.db.asOwner<{ id: string; sha256: string }>(
    'select id, sha256 from files where owner_id = $1 and attached_at is not null',
    [patient.userId],
  )
  expect(await stored(id)).toEqual({
    answers: {
      [file.id]: {
        files: [
          {
            id: row?.id,
            name: 'letter.pdf',
            mediaType: 'application/pdf',
            sizeBytes: pdf.length,
            sha256: row?.sha256,
          },
        ],
      },
    },
    version: 1,
    is_begun: true,
  })
  const read = { token: await test.tokenOf(patient), clinic }
  expect((await test.ask(`/files/v1/${row?.id}`, read)).text).toBe(pdf)
  const trail = await test.db.asOwner('select action from app.audit_log where subject_id = $1', [row?.id])
  expect(trail).toEqual([{ action: 'file.uploaded' }])
})

it('at the same time are all in the answer, at most five', async () => {
  const id = await request()
  const names = ['1', '2', '3', '4', '5', '6', '7'].map((each) => `${each}.pdf`)
  const answers = await Promise.all(names.map((name) => send(patient, id, { name })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.code).toBe('form_files_full')
  expect((await stored(id))?.answers[file.id]?.files).toHaveLength(5)
  expect(await send(patient, id)).toEqual({ status: 409, code: 'form_files_full' })
  const rows = await test.db.asOwner('select 1 from patient_files where form_request_id = $1', [id])
  expect(rows).toHaveLength(5)
})

it('are not in the answer before the last piece', async () => {
  const id = await request()
  const about = {
    token: await test.tokenOf(patient),
    clinic,
    kind: 'form_file' as const,
    length: pdf.length,
    question: { requestId: id, fieldId: file.id },
  }
  const location = (await announce(test, about)).headers.get('location') ?? ''
  const half = pdf.length / 2
  const piece = (from: number, to?: number) => Uint8Array.from(Buffer.from(pdf.slice(from, to)))
  expect((await sendPiece(test, about, location, 0, piece(0, half))).status).toBe(204)
  expect(await stored(id)).toMatchObject({ answers: {}, version: 0, is_begun: true })
  expect((await sendPiece(test, about, location, half, piece(half))).status).toBe(204)
  expect((await stored(id))?.answers[file.id]?.files).toHaveLength(1)
})

describe('are refused', () => {
  it.each([
    ['a program', 'MZ this is a program', 415, 'file_type_refused'],
    ['plain text', 'words', 415, 'file_type_refused'],
    ['half a PDF', '%PDF-1.7\n', 422, 'file_damaged'],
    ['an empty file', '', 422, 'file_empty'],
  ])('as %s', async (_what, bytes, status, code) => {
    const id = await request()
    expect(await send(patient, id, { bytes })).toEqual({ status, code })
    expect((await stored(id))?.answers).toEqual({})
  })

  it('for a question without files, a signed form and a withdrawn one', async () => {
    const open = await request()
    for (const fieldId of [text.id, crypto.randomUUID()])
      expect(await send(patient, open, { fieldId })).toEqual({ status: 404, code: 'not_found' })
    await test.db.asOwner('update form_requests set withdrawn_at = now() where id = $1', [open])
    expect(await send(patient, open)).toEqual({ status: 404, code: 'not_found' })
    const signed = await request(patient, 'Dana Fox')
    expect(await send(patient, signed)).toEqual({ status: 409, code: 'form_signed' })
  })

  it('of everyone but the patient and guardians with full access', async () => {
    const child = await aPatient(test.db, clinic)
    await setBirthDate(test.db, clinic, child.patientId, bornYearsAgo(7))
    const id = await request(child)
    const full = await aGuardian(test.db, clinic, child)
    const limited = await aGuardian(test.db, clinic, { ...child, access: 'limited' })
    expect(await send(child, id)).toMatchObject({ status: 201 })
    expect(await send(full.person, id, { guardianship: full.guardianshipId })).toMatchObject({ status: 201 })
    expect(await send(limited.person, id, { guardianship: limited.guardianshipId })).toEqual({
      ...{ status: 403, code: 'not_allowed' },
    })
    // without the guardianship the guardian is a stranger, as a person of another clinic is
    const stranger = await aPatient(test.db, await aClinic(test.db))
    for (const by of [full.person, stranger, await aStaffMember(test.db, clinic), clinic.admin])
      expect(await send(by, id)).toEqual({ status: 403, code: 'not_allowed' })
    expect(await send(patient, id)).toEqual({ status: 404, code: 'not_found' })
    expect((await stored(id))?.answers[file.id]?.files).toHaveLength(2)
  })

  it('of a guardian for anything but a form', async () => {
    const child = await aPatient(test.db, clinic)
    await setBirthDate(test.db, clinic, child.patientId, bornYearsAgo(7))
    const { person, guardianshipId: guardianship } = await aGuardian(test.db, clinic, child)
    const about = { token: await test.tokenOf(person), clinic, guardianship }
    const { patientId } = child
    for (const kind of [{ kind: 'message_attachment', patientId }, { kind: 'avatar' }] as const)
      expect((await upload(test, { ...about, ...kind }, pdf)).status).toBe(403)
  })

  it('without a question, and with a question of another kind of file', async () => {
    const token = await test.tokenOf(patient)
    const question = { requestId: await request(), fieldId: file.id }
    const { patientId } = patient
    for (const about of [
      { kind: 'form_file', patientId },
      { kind: 'message_attachment', patientId, question },
    ] as const)
      expect((await upload(test, { token, clinic, ...about }, pdf)).status).toBe(400)
  })
})
