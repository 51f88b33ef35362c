// Recovery after a crash, a full disk or a lost object, and the nightly job.

import { afterEach, describe, expect, it } from 'vitest'
import { newObjectName, type ObjectStore } from '#server/platform/files/object-store.ts'
import type { JobResult } from '#server/platform/jobs/jobs.ts'
import { setUpServer } from '#server/tests/threats/test-server.ts'
import { aField, aForm, aFormFile, aFormRequest } from '#testing/forms.ts'
import { aClinic, aPatient, type Patient } from '#testing/sign-in/people.ts'
import { announce, fileIdOf, sendPiece, upload } from '#testing/uploads.ts'
import { checkFiles } from './check-files.ts'
import { removeObjects } from './remove-objects.ts'

const errors: [string, object][] = []
const test = await setUpServer()
const clinic = await aClinic(test.db)
const patient = await aPatient(test.db, clinic)
const token = await test.tokenOf(clinic.admin)
const whole = test.services.files.store
afterEach(async () => {
  test.services.files.store = whole
  errors.length = 0
  await test.db.asOwner('delete from files')
  await removeObjects(test.services).run({} as never)
})

async function* chunk(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text)
}
const nightly = (): Promise<JobResult> =>
  checkFiles({
    transactions: test.services.transactions,
    files: test.services.files,
    log: { ...test.services.log, error: (event, facts = {}) => void errors.push([event, facts]) },
  }).run({} as never)
async function objects(): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of whole.list()) names.push(name)
  return names
}
const about = () => ({ token, clinic, kind: 'person_file' as const, patientId: patient.patientId })
const piece = (text: string) => Uint8Array.from(Buffer.from(text))
async function begun(length: number): Promise<string> {
  return (await announce(test, { ...about(), length })).headers.get('location') ?? ''
}
const stateOf = async (location: string) => {
  const answer = await test.ask(location, {
    method: 'HEAD',
    token,
    clinic,
    headers: { 'tus-resumable': '1.0.0' },
  })
  return [answer.status, answer.headers.get('upload-offset')]
}

describe('a failing store', () => {
  it('with a full disk refuses the piece as temporary, and accepts it later', async () => {
    const location = await begun(10)
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    test.services.files.store = { ...whole, put: () => Promise.reject(full) }
    const refused = await sendPiece(test, { token, clinic }, location, 0, piece('0123456789'))
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([503, 'unavailable'])
    expect(await stateOf(location)).toEqual([200, '0'])
    test.services.files.store = whole
    expect((await sendPiece(test, { token, clinic }, location, 0, piece('0123456789'))).status).toBe(204)
    await test.services.jobs.drain()
    expect(await objects()).toHaveLength(1)
  })

  it('loses its answer after storing a piece: the piece is removed', async () => {
    const location = await begun(10)
    test.services.files.store = {
      ...whole,
      put: async (name, bytes) => {
        await whole.put(name, bytes)
        throw new Error('answer lost')
      },
    }
    expect((await sendPiece(test, { token, clinic }, location, 0, piece('0123456789'))).status).toBe(503)
    expect(await objects()).toHaveLength(1)
    await test.services.jobs.drain()
    expect(await objects()).toEqual([])
  })

  it('during the final check leaves the upload to complete on the next request for its state', async () => {
    const location = await begun(10)
    test.services.files.store = {
      ...whole,
      // biome-ignore lint/correctness/useYield: it fails before
      async *read() {
        throw new Error('connection lost')
      },
    }
    expect((await sendPiece(test, { token, clinic }, location, 0, piece('0123456789'))).status).toBe(500)
    test.services.files.store = whole
    expect(await stateOf(location)).toEqual([200, '10'])
    const id = location.split('/').at(-1)
    expect((await test.ask(`/files/v1/${id}`, { token, clinic })).text).toBe('0123456789')
  })

  it('while a redrawn picture is stored does the same, and leaves one object', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
    let puts = 0
    test.services.files.store = {
      ...whole,
      put: (name, bytes) => (++puts === 2 ? Promise.reject(new Error('lost')) : whole.put(name, bytes)),
    }
    expect((await upload(test, { token, clinic, kind: 'logo' }, svg)).status).toBe(500)
    const [row] = await test.db.asOwner<{ id: string }>('select id from files')
    expect(await stateOf(`/files/v1/uploads/${row?.id}`)).toEqual([200, String(svg.length)])
    await test.services.jobs.drain()
    expect(await objects()).toHaveLength(1)
  })
})

describe('the nightly job', () => {
  it('removes and reports nothing when all is well', async () => {
    await upload(test, about(), 'kept')
    expect(await nightly()).toEqual({
      unused: 0,
      withdrawn: 0,
      strays: 0,
      objects: 1,
      missing: 0,
      miscounted: 0,
    })
    expect(errors).toEqual([])
  })

  it('removes bytes without a row once no upload can be writing them', async () => {
    const [old, young] = [newObjectName(), newObjectName()]
    for (const name of [old, young]) await whole.put(name, chunk('stray'))
    // as the store would list it two hours later
    const aged: ObjectStore = {
      ...whole,
      async *list() {
        for await (const object of whole.list())
          yield object.name === old ? { ...object, storedAt: new Date(Date.now() - 2 * 3_600_000) } : object
      },
    }
    test.services.files.store = aged
    expect(await nightly()).toMatchObject({ strays: 1 })
    expect(await objects()).toEqual([young])
    await whole.remove(young)
  })

  it('reports a row with missing or truncated bytes, whose reads are refused as temporary', async () => {
    const [gone, short] = [
      fileIdOf(await upload(test, about(), 'gone')),
      fileIdOf(await upload(test, about(), 'cut short')),
    ]
    const nameOf = async (id: string) =>
      (
        await test.db.asOwner<{ name: string }>('select name from app.file_objects where file_id = $1', [id])
      )[0]?.name ?? ''
    await whole.remove(await nameOf(gone))
    await whole.put(await nameOf(short), chunk('cut'))
    expect(await nightly()).toMatchObject({ missing: 2 })
    expect(errors.map(([event, facts]) => [event, facts])).toEqual(
      expect.arrayContaining([
        ['files.object_missing', { fileId: gone, stored: null }],
        ['files.object_missing', { fileId: short, stored: 3 }],
      ]),
    )
    const read = await test.ask(`/files/v1/${gone}`, { token, clinic })
    expect([read.status, JSON.parse(read.text).code]).toEqual([503, 'unavailable'])
  })

  it('removes an upload that is unfinished or unused for a day, with its storage and bytes', async () => {
    const location = await begun(10)
    await sendPiece(test, { token, clinic }, location, 0, piece('01234'))
    const attachment = fileIdOf(await upload(test, { ...about(), kind: 'message_attachment' }, 'never sent'))
    const kept = fileIdOf(await upload(test, about(), 'kept'))
    expect(await nightly()).toMatchObject({ unused: 0 })
    await test.db.asOwner(`update files set updated_at = updated_at - interval '25 hours'`)
    expect(await nightly()).toMatchObject({ unused: 2 })
    await removeObjects(test.services).run({} as never)
    expect(await objects()).toHaveLength(1)
    const [left] = await test.db.asOwner(
      `select (select array_agg(id) from files) as ids, (select array_agg(file_id) from patient_files) as about,
              (select used_bytes::int from app.storage_use) as used`,
    )
    expect(left).toEqual({ ids: [kept], about: [kept], used: 4 })
    expect(attachment).not.toBe(kept)
  })

  it('removes a piece whose process ended before it was counted', async () => {
    const location = await begun(10)
    const lost = newObjectName()
    await test.db.asOwner(
      `insert into app.file_objects (name, file_id, created_at) values ($1, $2, now() - interval '25 hours')`,
      [lost, location.split('/').at(-1)],
    )
    await whole.put(lost, chunk('0123'))
    await nightly()
    await removeObjects(test.services).run({} as never)
    expect(await objects()).toEqual([])
  })

  it('reports and corrects wrongly counted storage', async () => {
    await upload(test, about(), 'kept')
    await test.db.asOwner('update app.storage_use set used_bytes = 4000 where clinic_id = $1', [clinic.id])
    expect(await nightly()).toMatchObject({ miscounted: 1 })
    expect(errors).toEqual([
      ['files.storage_miscounted', { clinicId: clinic.id, wasBytes: 4000, isBytes: 4 }],
    ])
    expect(await nightly()).toMatchObject({ miscounted: 0 })
  })
})

describe('a clinic’s last storage', () => {
  // spec: B9 An upload beyond the storage of a clinic is refused
  it('goes to exactly as many of fifty simultaneous uploads as fit', async () => {
    await test.db.asOwner('update app.storage_use set limit_bytes = 20500 where clinic_id = $1', [clinic.id])
    const patients = await Promise.all(Array.from({ length: 5 }, () => aPatient(test.db, clinic)))
    const tokens = await Promise.all(patients.map((each) => test.tokenOf(each)))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const [each, theirs] = [patients[n % 5] as Patient, tokens[n % 5] as string]
        const attachment = { token: theirs, clinic, kind: 'message_attachment' as const, length: 1_000 }
        return announce(test, { ...attachment, patientId: each.patientId })
      }),
    )
    const codes = answers.map(({ status, text }) => (status === 201 ? 'ok' : JSON.parse(text).code))
    expect(codes.filter((code) => code === 'ok')).toHaveLength(20)
    expect(codes.filter((code) => code === 'storage_full')).toHaveLength(30)
    const [row] = await test.db.asOwner(
      'select used_bytes::int as used from app.storage_use where clinic_id = $1',
      [clinic.id],
    )
    expect(row).toEqual({ used: 20_000 })
  })

  it('cannot be filled by one person: at most thirty files wait', async () => {
    const { token: theirs, patientId } = { token: await test.tokenOf(patient), patientId: patient.patientId }
    const attachment = { token: theirs, clinic, kind: 'message_attachment' as const, patientId, length: 1 }
    const answers: string[] = []
    for (let count = 0; count < 31; count++) {
      const { status, text } = await announce(test, attachment)
      answers.push(status === 201 ? 'ok' : JSON.parse(text).code)
    }
    expect(answers.slice(0, 30)).toEqual(Array(30).fill('ok'))
    expect(answers[30]).toBe('files_waiting')
  })
})

it('removes the files of forms that remained withdrawn for 30 days, and no others', async () => {
  const field = aField('file')
  const form = await aForm(test.db, clinic, { fields: [field] })
  const withdrawn = async (daysAgo: number | null) => {
    const requestId = await aFormRequest(test.db, clinic, patient, { form })
    const about = { requestId, fieldId: field.id, by: patient.userId }
    const { id } = await aFormFile(test.db, clinic, patient, about)
    if (daysAgo !== null)
      await test.db.asOwner(
        'update form_requests set withdrawn_at = now() - make_interval(days => $2::int) where id = $1',
        [requestId, daysAgo],
      )
    return { requestId, fileId: id }
  }
  const [old, recent, open] = [await withdrawn(31), await withdrawn(29), await withdrawn(null)]
  expect(await nightly()).toMatchObject({ withdrawn: 1 })
  const left = await test.db.asOwner<{ id: string }>(`select id from files where kind = 'form_file'`)
  expect(left.map(({ id }) => id).sort()).toEqual([recent.fileId, open.fileId].sort())
  const [row] = await test.db.asOwner('select answers from form_requests where id = $1', [old.requestId])
  expect(row).toEqual({ answers: {} })
})
