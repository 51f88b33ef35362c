import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUpServer } from '#server/tests/threats/test-server.ts'
import { anApiKey } from '#testing/api-keys.ts'
import { anAppointment, aProvider } from '#testing/appointments.ts'
import { compileSchema, schemaErrors } from '#testing/fhir-schema.ts'
import { aField, aForm, aFormFile, aFormRequest } from '#testing/forms.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { fileIdOf, upload } from '#testing/uploads.ts'

beforeAll(compileSchema, 120_000)
const test = await setUpServer('2026-03-10T15:00:00Z')
const { db } = test
const clinic = await aClinic(db, { timeZone: 'America/New_York' })
const nora = await aPatient(db, clinic, { name: 'Nora Bergström', email: 'nora@example.com' })
const other = await aPatient(db, clinic, { name: 'Al Norton' })
await db.asOwner(
  `insert into patient_details (clinic_id, patient_id, phone, date_of_birth, city, updated_at)
   values ($1, $2, '+14155550123', '1980-12-31', 'Oakland', '2026-03-05T12:00:00Z')`,
  [clinic.id, nora.patientId],
)
const provider = await aProvider(db, clinic)
await aProvider(db, clinic, { days: [6] })
const token = (await anApiKey(db, clinic)).secret
const visit = async (date: string, status: string, of = nora) =>
  (await anAppointment(db, clinic, of, { date, status, providerId: provider.id })).id
const visits = {
  booked: await visit('2026-03-16', 'upcoming'),
  arrived: await visit('2026-03-17', 'upcoming'),
  fulfilled: await visit('2026-03-02', 'completed'),
  cancelled: await visit('2026-03-18', 'canceled', other),
}
await db.asOwner('update appointments set arrived_at = now() where id = $1', [visits.arrived])
const base = JSON.parse((await test.ask('/fhir/r4/metadata', { clinic })).text).implementation.url

interface Entry {
  resource: Record<string, unknown> & { id: string }
}
/** Each answer is validated. */
async function search(
  query: string,
): Promise<{ entry?: Entry[]; link: { relation: string; url: string }[] }> {
  const { status, text } = await test.ask(`/fhir/r4/${query}`, { clinic, token })
  expect([query, status]).toEqual([query, 200])
  const body = JSON.parse(text)
  expect(schemaErrors(body)).toEqual([])
  return body
}
const idsOf = async (query: string) => ((await search(query)).entry ?? []).map(({ resource }) => resource.id)

describe('Patient', () => {
  it.each([
    'name=berg',
    'name=nora&name=Bergstrom',
    'name=BERGSTRÖM',
    'email=Nora%40example.com',
    'phone=%2B14155550123',
    'phone=+1 415 555 0123',
    'birthdate=1980-12-31',
    'birthdate=1980',
    'birthdate=ge1980-12-31&birthdate=lt1981',
    '_lastUpdated=le2026-03-05&birthdate=gt1980-12-30',
  ])('is found by %s', async (query) => {
    // a record made now is newer than its details
    if (query.startsWith('_lastUpdated'))
      await test.db.asOwner(`update patients set updated_at = '2026-03-01' where id = $1`, [nora.patientId])
    expect(await idsOf(`Patient?${query}`)).toEqual([nora.patientId])
  })

  it('is found by its identifier, with or without the system', async () => {
    const system = encodeURIComponent(`${base}/system/patient|${nora.patientId}`)
    expect(await idsOf(`Patient?identifier=${system}`)).toEqual([nora.patientId])
    expect(await idsOf(`Patient?identifier=${nora.patientId}`)).toEqual([nora.patientId])
    expect(await idsOf(`Patient?identifier=http://a.example%7C${nora.patientId}`)).toEqual([])
    expect((await idsOf(`Patient?_id=${nora.patientId},${other.patientId}`)).sort()).toEqual(
      [nora.patientId, other.patientId].sort(),
    )
  })

  it.each(['name=erg', 'name=%25', 'name=_ora', 'email=nora', 'birthdate=1981', 'birthdate=lt1980-12-31'])(
    'is not found by %s',
    async (query) => {
      expect(await idsOf(`Patient?${query}`)).toEqual([])
    },
  )

  it('comes in pages, each patient once', async () => {
    for (let more = 0; more < 5; more++) await aPatient(test.db, clinic)
    const seen: string[] = []
    for (let next: string | undefined = 'Patient?_count=2'; next; ) {
      const { entry = [], link } = await search(next)
      expect(entry.length).toBeLessThanOrEqual(2)
      seen.push(...entry.map(({ resource }) => resource.id))
      next = link.find(({ relation }) => relation === 'next')?.url.slice(base.length + 1)
    }
    const rows = await test.db.asOwner<{ id: string }>('select id from patients where clinic_id = $1', [
      clinic.id,
    ])
    expect(seen.toSorted()).toEqual(rows.map(({ id }) => id).sort())
  })

  it('that was merged is the remaining one', async () => {
    const [into, from] = [await aPatient(test.db, clinic), await aPatient(test.db, clinic)]
    await test.db.asOwner('update patients set merged_into = $1, user_id = null where id = $2', [
      into.patientId,
      from.patientId,
    ])
    expect(await idsOf(`Patient?_id=${from.patientId},${into.patientId}`)).toEqual([into.patientId])
  })
})

describe('Appointment', () => {
  const named = async (query: string) => {
    const ids = await idsOf(`Appointment?${query}`)
    return Object.entries(visits)
      .filter(([, id]) => ids.includes(id))
      .map(([name]) => name)
  }

  it('is found by its status, patient, provider and time', async () => {
    expect(await named('status=booked')).toEqual(['booked'])
    expect(await named('status=arrived,fulfilled')).toEqual(['arrived', 'fulfilled'])
    expect(await named('status=cancelled')).toEqual(['cancelled'])
    expect(await named('status=entered-in-error')).toEqual([])
    expect(await named(`patient=${other.patientId}`)).toEqual(['cancelled'])
    expect(await named(`patient=Patient/${nora.patientId}&date=ge2026-03-10`)).toEqual(['booked', 'arrived'])
    expect(await named(`patient=Practitioner/${nora.patientId}`)).toEqual([])
    expect(await named(`practitioner=${provider.id}&date=2026-03-16`)).toEqual(['booked'])
    expect(await named(`actor=Practitioner/${provider.id}&date=lt2026-03-03`)).toEqual(['fulfilled'])
    // nine in the morning at the clinic
    expect(await named('date=2026-03-16T13:00:00Z')).toEqual(['booked'])
  })

  it('has no notes of the team', async () => {
    const { id } = await anAppointment(test.db, clinic, other, {
      date: '2026-04-01',
      notes: 'Ask about the knee',
    })
    const { text } = await test.ask(`/fhir/r4/Appointment/${id}`, { clinic, token })
    expect(JSON.parse(text).id).toBe(id)
    expect(text).not.toContain('knee')
  })
})

describe('Practitioner, Schedule and Slot', () => {
  it('are of the providers', async () => {
    expect(await idsOf('Practitioner?active=true')).toHaveLength(2)
    expect(await idsOf('Practitioner?active=false')).toEqual([])
    const [found] = (await search(`Schedule?actor=Practitioner/${provider.id}`)).entry ?? []
    expect(found?.resource.actor).toEqual([{ reference: `Practitioner/${provider.id}` }])
  })

  it('show quarters of an hour, taken where a visit is', async () => {
    const monday = `Slot?schedule=Schedule/${provider.id}&start=2026-03-16&_count=200`
    const all = (await search(monday)).entry ?? []
    expect(all).toHaveLength(32)
    expect(all.slice(0, 3).map(({ resource }) => [resource.start, resource.status])).toEqual([
      ['2026-03-16T13:00:00.000Z', 'busy'],
      ['2026-03-16T13:15:00.000Z', 'busy'],
      ['2026-03-16T13:30:00.000Z', 'free'],
    ])
    expect(await idsOf(`${monday}&status=busy`)).toHaveLength(2)
    const [first] = all
    const { text } = await test.ask(`/fhir/r4/Slot/${first?.resource.id}`, { clinic, token })
    expect(JSON.parse(text)).toEqual(first?.resource)
  })

  it('come in pages, and without start for a week from now', async () => {
    const { entry = [], link } = await search('Slot?_count=150')
    expect(entry).toHaveLength(150)
    const next = link.find(({ relation }) => relation === 'next')?.url.slice(base.length + 1)
    const rest = await search(next ?? '')
    const starts = [...entry, ...(rest.entry ?? [])].map(({ resource }) => String(resource.start))
    expect(starts).toEqual(starts.toSorted())
    expect(new Set([...entry, ...(rest.entry ?? [])].map(({ resource }) => resource.id)).size).toBe(
      starts.length,
    )
    expect(starts[0]).toBe('2026-03-10T15:00:00.000Z')
    expect(starts.at(-1)?.slice(0, 10)).toBe('2026-03-17')
  })

  it('leave out the provider’s own appointments elsewhere, without a word about them', async () => {
    const calendar = crypto.randomUUID()
    await test.db.asOwner(
      `insert into app.outside_calendars (clinic_id, id, provider_id, source, secret, host, created_at, read_at, tried_at, expanded_on)
       values ($1, $2, $3, 'address', '\\x00', 'calendar.example.com', now(), now(), now(), '2026-03-10')`,
      [clinic.id, calendar, provider.id],
    )
    await test.db.asOwner(
      `insert into app.outside_busy_times (clinic_id, calendar_id, provider_id, busy)
       values ($1, $2, $3, '[2026-03-19T14:00:00Z,2026-03-19T14:30:00Z)')`,
      [clinic.id, calendar, provider.id],
    )
    const slots = (await search(`Slot?schedule=${provider.id}&start=2026-03-19&status=busy`)).entry ?? []
    expect(slots.map(({ resource }) => resource.start)).toEqual([
      '2026-03-19T14:00:00.000Z',
      '2026-03-19T14:15:00.000Z',
    ])
  })
})

describe('Consent', () => {
  it('is active until a later decision about the same purpose', async () => {
    const decide = (isGiven: boolean, at: string) =>
      test.services.transactions.withSystem('test', (tx) =>
        sql`select app.record_consent(${clinic.id}::uuid, ${nora.patientId}::uuid, 'marketing', ${isGiven}, 'team', 'v1',
              'Words', ${at}::timestamptz)`.execute(tx),
      )
    await decide(true, '2026-03-01T12:00:00Z')
    await decide(false, '2026-03-02T12:00:00Z')
    const of = async (query: string) =>
      ((await search(`Consent?patient=${nora.patientId}${query}`)).entry ?? []).map(
        ({ resource: { status, provision, dateTime } }) => [status, provision, dateTime],
      )
    const given = ['inactive', { type: 'permit' }, '2026-03-01T12:00:00.000Z']
    const withdrawn = ['active', { type: 'deny' }, '2026-03-02T12:00:00.000Z']
    expect(await of('&status=active')).toEqual([withdrawn])
    expect(await of('&status=inactive')).toEqual([given])
    expect(await of('&date=2026-03-01&category=marketing')).toEqual([given])
    expect(await of('&category=privacy')).toEqual([])
  })
})

describe('DocumentReference', () => {
  it('leads to the bytes, which are audited too', async () => {
    const staff = await test.tokenOf(await aStaffMember(test.db, clinic))
    const sent = await upload(
      test,
      { token: staff, clinic, kind: 'person_file', patientId: nora.patientId, name: 'letter.txt' },
      'a letter',
    )
    const id = fileIdOf(sent)
    await test.db.asOwner('update patient_files set attached_at = now() where file_id = $1', [id])
    const field = aField('file')
    const form = await aForm(test.db, clinic, { fields: [field] })
    const requestId = await aFormRequest(test.db, clinic, nora, { form })
    await aFormFile(test.db, clinic, nora, { requestId, fieldId: field.id, by: clinic.admin.userId })
    expect(await idsOf(`DocumentReference?patient=${nora.patientId}&status=current`)).toEqual([id])
    expect(await idsOf('DocumentReference?status=superseded')).toEqual([])
    const { text, headers } = await test.ask(`/fhir/r4/Binary/${id}`, { clinic, token })
    expect([text, headers.get('content-type')]).toEqual(['a letter', 'text/plain; charset=utf-8'])
    const [{ count } = { count: 0 }] = await test.db.asOwner<{ count: number }>(
      `select count(*) from app.audit_log where clinic_id = $1 and actor_kind = 'api_key'
          and details = '{"tables": ["patient_files"]}' and patient_ids = array[$2::uuid]`,
      [clinic.id, nora.patientId],
    )
    expect(count).toBe(2)
  })
})
