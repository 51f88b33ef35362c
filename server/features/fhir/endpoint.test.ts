import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fhirTypes } from '#domain/fhir/scopes.ts'
import { type AskOptions, setUpServer } from '#server/tests/threats/test-server.ts'
import { anApiKey } from '#testing/api-keys.ts'
import { compileSchema, schemaErrors } from '#testing/fhir-schema.ts'
import { aClinic, aPatient, aStaffMember, type Patient, type TestClinic } from '#testing/sign-in/people.ts'

let clinic: TestClinic
let patient: Patient
let key: { id: string; secret: string }
beforeAll(compileSchema, 120_000)
const test = await setUpServer('2026-03-10T15:00:00Z')
beforeEach(async () => {
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  patient = await aPatient(test.db, clinic)
  key = await anApiKey(test.db, clinic)
})

const ask = async (path: string, options: AskOptions = {}) => {
  const answer = await test.ask(`/fhir/r4/${path}`, { clinic, token: key.secret, ...options })
  return { ...answer, body: answer.text === '' ? null : JSON.parse(answer.text) }
}
const reads = () =>
  test.db.asOwner(
    `select actor_kind, actor_id, actor_role, purpose, details, patient_ids from app.audit_log
      where clinic_id = $1 and action = 'record.read' order by id`,
    [clinic.id],
  )

describe('a key', () => {
  it('reads its clinic, and each read is in the trail as the key’s', async () => {
    expect((await ask(`Patient/${patient.patientId}`)).body).toMatchObject({ id: patient.patientId })
    const { body } = await ask('Patient?_count=5')
    expect(body).toMatchObject({ resourceType: 'Bundle', total: 1 })
    const read = {
      ...{ actor_kind: 'api_key', actor_id: key.id, actor_role: null, purpose: 'fhir' },
      details: { tables: ['patients', 'patient_details'] },
      patient_ids: [patient.patientId],
    }
    expect(await reads()).toEqual([read, read])
  })

  it('is found in the trail also where nothing was found', async () => {
    expect((await ask('Patient?email=nora%40example.com')).body).toMatchObject({ total: 0 })
    const unknown = await ask(`Patient/${crypto.randomUUID()}`)
    expect(unknown.status).toBe(404)
    const details = { tables: ['patients', 'patient_details'], counted: 0 }
    expect(await reads()).toMatchObject([{ details }, { details }])
  })

  it('shows the day of its last use, in the clinic’s zone', async () => {
    const used = () => test.db.asOwner('select last_used_on from api_keys where id = $1', [key.id])
    expect(await used()).toEqual([{ last_used_on: null }])
    await ask('Practitioner')
    await ask('Practitioner')
    expect(await used()).toEqual([{ last_used_on: '2026-03-10' }])
  })

  it('may read nothing but its resources', async () => {
    const narrow = await anApiKey(test.db, clinic, { resources: ['Slot'] })
    expect((await ask('Slot', { token: narrow.secret })).status).toBe(200)
    for (const type of [...fhirTypes.filter((each) => each !== 'Slot'), 'Binary']) {
      const { status, body } = await ask(`${type}/${patient.patientId}`, { token: narrow.secret })
      expect([type, status]).toEqual([type, 403])
      expect(body.issue[0].code).toBe('forbidden')
    }
    expect(await reads()).toEqual([])
  })

  it('ends when it is revoked, and after its last day', async () => {
    expect((await ask('Patient')).status).toBe(200)
    await test.db.asOwner('update api_keys set revoked_at = now() where id = $1', [key.id])
    expect((await ask('Patient')).status).toBe(401)
    const today = await anApiKey(test.db, clinic, { endsOn: '2026-03-10' })
    const yesterday = await anApiKey(test.db, clinic, { endsOn: '2026-03-09' })
    expect((await ask('Patient', { token: today.secret })).status).toBe(200)
    expect((await ask('Patient', { token: yesterday.secret })).status).toBe(401)
  })
})

describe('other callers', () => {
  it.each<[string, () => Promise<AskOptions>]>([
    ['nobody', async () => ({ token: null })],
    ['an unknown secret', async () => ({ token: 'cfk_unknown' })],
    ['an empty secret', async () => ({ token: '' })],
    ['the hash of a secret', async () => ({ token: Buffer.alloc(32).toString('hex') })],
    ['a key of another clinic', async () => ({ clinic: await aClinic(test.db) })],
    ['an admin’s session', async () => ({ token: await test.tokenOf(clinic.admin) })],
    [
      'a team member’s session',
      async () => ({ token: await test.tokenOf(await aStaffMember(test.db, clinic)) }),
    ],
    ['a patient’s session', async () => ({ token: await test.tokenOf(patient) })],
    ['the server’s own token', async () => ({ token: await test.serviceToken() })],
  ])('%s gets 401', async (_who, options) => {
    const { status, body, headers } = await ask('Patient', await options())
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe('Bearer')
    expect(schemaErrors(body)).toEqual([])
    expect(await reads()).toEqual([])
  })

  it('a key is no session of the other APIs', async () => {
    const others = ['/rest/v1/patients', '/rest/v1/api_keys', '/auth/v1/user', '/files/v1/x']
    for (const path of others) {
      const { status } = await test.ask(path, { clinic, token: key.secret })
      expect([path, status]).toEqual([path, path.startsWith('/auth') ? 403 : 401])
    }
  })

  it('a key finds nothing of another clinic by its id', async () => {
    const other = await aClinic(test.db)
    const elsewhere = await aPatient(test.db, other)
    expect((await ask(`Patient/${elsewhere.patientId}`)).status).toBe(404)
    expect((await ask(`Patient?_id=${elsewhere.patientId}`)).body).toMatchObject({ total: 0 })
    // the host names the clinic, not the header
    const { status } = await ask('Patient', { headers: { 'x-clinic': other.subdomain } })
    expect(status).toBe(200)
    expect(await reads()).toHaveLength(3)
  })

  it.each([null, { subdomain: 'no-such-clinic' }])('at no clinic (%j) get 404', async (at) => {
    expect((await ask('Patient', { clinic: at })).status).toBe(404)
  })
})

describe('every error is an OperationOutcome', () => {
  it.each([
    ['GET', 'Observation', 404, 'not-supported'],
    ['GET', 'Patient/x/_history', 404, 'not-supported'],
    ['GET', 'Patient/not-an-id', 404, 'not-found'],
    ['GET', 'Slot/not-an-id', 404, 'not-found'],
    ['GET', 'Binary/not-an-id', 404, 'not-found'],
    ['GET', 'Patient?gender=female', 400, 'not-supported'],
    ['GET', 'Patient?birthdate=soon', 400, 'invalid'],
    ['GET', 'Patient?_cursor=x', 400, 'invalid'],
    ['GET', 'Patient?email=%00', 400, 'invalid'],
    ['GET', 'Practitioner?active=perhaps', 400, 'invalid'],
    ['GET', 'Slot?start=ge2026-03-01', 400, 'too-costly'],
    ['GET', 'Slot?start=ge2026-03-01&start=lt2026-05-01', 400, 'too-costly'],
    ['GET', 'Patient?_format=xml', 406, 'not-supported'],
    ['POST', 'Patient', 405, 'not-supported'],
    ['PUT', 'Patient/x', 405, 'not-supported'],
    ['DELETE', 'Patient/x', 405, 'not-supported'],
    ['GET', 'token', 405, 'not-supported'],
    ['POST', 'Patient/_search', 415, 'not-supported'],
  ])('%s %s: %i %s', async (method, path, status, code) => {
    const answer = await ask(path, { method, ...(method === 'POST' && { rawBody: '{}' }) })
    expect([answer.status, answer.body.issue[0].code]).toEqual([status, code])
    expect(answer.headers.get('content-type')).toBe('application/fhir+json; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(schemaErrors(answer.body)).toEqual([])
  })

  it('answers no XML', async () => {
    expect((await ask('Patient', { headers: { accept: 'application/fhir+xml' } })).status).toBe(406)
    expect((await ask('Patient?_format=json', { headers: { accept: 'text/html' } })).status).toBe(200)
  })
})

it('describes itself without a key', async () => {
  const { body: statement } = await ask('metadata', { token: null })
  expect(schemaErrors({ ...statement, fhirVersion: '4.0.0' })).toEqual([])
  expect(statement.rest[0].resource.map(({ type }: { type: string }) => type)).toEqual([
    ...fhirTypes,
    'Binary',
  ])
  const { body: smart } = await ask('.well-known/smart-configuration', { token: null })
  expect(smart.token_endpoint).toBe(`${statement.implementation.url}/token`)
})

it('searches by POST, so that names are in no address', async () => {
  const form = (rawBody: string) =>
    ask('Patient/_search', {
      method: 'POST',
      rawBody,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  expect((await form(`email=${encodeURIComponent(patient.email)}`)).body.total).toBe(1)
  expect((await form('email=nora%40example.com')).body.total).toBe(0)
})
