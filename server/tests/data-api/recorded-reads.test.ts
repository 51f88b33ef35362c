// docs/domain-rules.md rule 33
import { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DataApiCaller, dataApiCaller, dataApiDatabase, recordedReads } from '#server/data-api.ts'
import type { RestRunOptions } from '#server/rest/database.ts'
import { createRestApi, type RestApi } from '#server/rest/rest-api.ts'
import { anAppointment } from '#testing/appointments.ts'
import { openTestDatabase } from '#testing/database/database.ts'
import { aClinic, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'

const db = await openTestDatabase()
const options = { database: dataApiDatabase(db.transactions), schemas: ['public'], aggregates: true }
const api = createRestApi({ ...options, recordedReads })
const plain = createRestApi(options)
const clinic = await aClinic(db)
const staff = await aStaffMember(db, clinic)
const ann = await aPatient(db, clinic, { name: 'Ann Example' })
const bob = await aPatient(db, clinic, { name: 'Bob Example' })
const visit = await anAppointment(db, clinic, ann, { notes: 'knee' })
await anAppointment(db, clinic, ann, { date: '2026-03-17', type: 'therapy' })
await anAppointment(db, clinic, bob, { time: '10:00' })
const other = await aClinic(db)
await anAppointment(db, other, await aPatient(db, other))
afterAll(async () => {
  await api.close()
  await plain.close()
  await db.close()
})
beforeEach(async () => {
  await db.asOwner(`alter table app.audit_log disable trigger user`)
  await db.asOwner(`delete from app.audit_log`)
  await db.asOwner(`alter table app.audit_log enable trigger user`)
})

const url = 'http://carefold.localhost/rest/v1'

function get(path: string, by: Member = staff, init: RequestInit = {}, from = api): Promise<Response> {
  return from.fetch(new Request(`${url}${path}`, init), dataApiCaller(by.caller()))
}

const readBack = (changes: Record<string, unknown>): RequestInit => ({
  method: 'PATCH',
  headers: { Prefer: 'return=representation', 'Content-Type': 'application/json' },
  body: JSON.stringify(changes),
})

interface Recorded {
  action: string
  actor_id: string
  actor_role: string | null
  clinic_id: string
  patient_ids: string[]
  patient_count: number
  purpose: string | null
  details: { tables?: string[] }
}

function recorded(): Promise<Recorded[]> {
  return db.asOwner(`select * from public.audit_log where action = 'record.read' order by id`)
}

const reads: [path: string, about: 'ann' | 'bob' | 'both', tables: string[]][] = [
  ['/patients', 'both', ['patients']],
  ['/patients?select=*,full_name,name:full_name&order=full_name', 'both', ['patients']],
  ['/patients?select=id,id,*&full_name=eq.Ann%20Example', 'ann', ['patients']],
  ['/patients?select=full_name&limit=1&order=full_name.desc', 'bob', ['patients']],
  ['/appointments?date=eq.2026-03-16&order=time', 'both', ['appointments']],
  ['/appointments?select=date,time&date=eq.2026-03-17', 'ann', ['appointments']],
  [
    '/appointments?select=date,patient:patients(full_name)&order=time,date',
    'both',
    ['appointments', 'patients'],
  ],
  [
    '/appointments?select=date,...patients(name:full_name)&order=time,date',
    'both',
    ['appointments', 'patients'],
  ],
  [
    '/appointments?select=id,patients!inner()&patients.full_name=eq.Bob%20Example',
    'bob',
    ['appointments', 'patients'],
  ],
  [
    '/appointments?select=id,patients(full_name)&order=patients(full_name).desc,date',
    'both',
    ['appointments', 'patients'],
  ],
  [
    '/patients?select=full_name,appointments(date,notes)&order=full_name',
    'both',
    ['patients', 'appointments'],
  ],
  [
    '/patients?select=full_name,...appointments(date,type)&order=full_name',
    'both',
    ['patients', 'appointments'],
  ],
  [
    '/patients?select=full_name,appointments!inner(date)&appointments.type=eq.therapy',
    'ann',
    ['patients', 'appointments'],
  ],
  ['/patients?select=full_name,appointments(count)&order=full_name', 'both', ['patients', 'appointments']],
  ['/clinics?select=name,patients(full_name,appointments(date))', 'both', ['patients', 'appointments']],
  ['/clinics?select=name,patients(*,id)&patients.full_name=eq.Ann%20Example', 'ann', ['patients']],
  [
    '/clinics?select=name,...appointments(date)&appointments.order=date,time&appointments.date=eq.2026-03-17',
    'ann',
    ['appointments'],
  ],
  [
    '/clinics?select=name,appointments(type,patients(full_name))&appointments.type=eq.checkup',
    'both',
    ['appointments', 'patients'],
  ],
  ['/appointments?select=type,count()&order=type', 'both', ['appointments']],
  [
    '/appointments?select=...patients(full_name),count()&type=eq.therapy',
    'ann',
    ['appointments', 'patients'],
  ],
  [
    '/patients?select=full_name,appointments(type,count())&order=full_name',
    'both',
    ['patients', 'appointments'],
  ],
]

describe.each(reads)('%s', (path, about, tables) => {
  const whom = () =>
    ({ ann: [ann], bob: [bob], both: [ann, bob] })[about].map(({ patientId }) => patientId).sort()

  it('is answered as it would be without recording', async () => {
    const [given, wanted] = await Promise.all([get(path), get(path, staff, {}, plain)])
    const body = (await wanted.json()) as unknown
    expect([given.status, await given.json()]).toEqual([200, body])
    expect(body).not.toEqual([])
  })

  it.each([
    ['GET', {}],
    ['HEAD', { method: 'HEAD' }],
    ['CSV', { headers: { Accept: 'text/csv' } }],
    ['with a count', { headers: { Prefer: 'count=exact' } }],
    ['with an estimate', { headers: { Prefer: 'count=estimated' } }],
  ])('is recorded in one row: %s', async (_, init) => {
    expect((await get(path, staff, init)).ok).toBe(true)
    const rows = await recorded()
    expect(rows).toMatchObject([
      {
        actor_id: staff.userId,
        actor_role: 'staff',
        clinic_id: clinic.id,
        purpose: 'data-api',
        details: { tables },
      },
    ])
    expect([...(rows[0]?.patient_ids ?? [])].sort()).toEqual(whom())
    expect(rows[0]?.patient_count).toBe(whom().length)
  })
})

describe('a read of one patient', () => {
  it('names its subject', async () => {
    await get(`/patients?id=eq.${ann.patientId}`, clinic.admin)
    expect(await recorded()).toMatchObject([
      { actor_role: 'admin', subject_type: 'patient', subject_id: ann.patientId, address: '192.0.2.10' },
    ])
  })
  it('names one patient as its subject even when they appear several times', async () => {
    await get(`/appointments?patient_id=eq.${ann.patientId}&select=patient_id`)
    expect(await recorded()).toMatchObject([
      { subject_id: ann.patientId, patient_ids: [ann.patientId], patient_count: 1 },
    ])
  })
})

describe('what is not recorded', () => {
  it.each(['/patients', '/appointments?select=id,date', '/clinics?select=name,appointments(date)'])(
    'one’s own record: %s',
    async (path) => {
      const response = await get(path, ann)
      expect([response.status, JSON.stringify(await response.json())]).toEqual([
        200,
        expect.not.stringMatching(/^\[\]$/),
      ])
      expect(await recorded()).toEqual([])
    },
  )
  it.each(['/clinics', '/clinic_memberships'])('a read without any patient: %s', async (path) => {
    expect((await get(path)).status).toBe(200)
    expect(await recorded()).toEqual([])
  })
  it('a patient’s question without a result: it was about their own record', async () => {
    expect(await (await get('/appointments?select=id&type=eq.surgery', ann)).json()).toEqual([])
    expect(await recorded()).toEqual([])
  })
})

describe('reads that reveal something without showing it', () => {
  it.each([
    ['/patients?full_name=eq.Nobody', 'patients'],
    ['/clinics?select=name,patients()&patients.full_name=eq.Nobody', 'patients'],
    ['/clinics?select=name,patients()&patients.full_name=like.A*&patients=is.null', 'patients'],
    ['/invitations?select=id&email=eq.nobody@example.test', 'invitations'],
  ])('a question that meets nobody is recorded: %s', async (path, table) => {
    expect((await get(path)).status).toBe(200)
    expect(await recorded()).toMatchObject([
      { patient_ids: [], patient_count: 0, details: { tables: [table], counted: 0 } },
    ])
  })
  it('a count without rows is recorded with its number', async () => {
    const response = await get('/appointments?type=eq.therapy&limit=0', staff, {
      headers: { Prefer: 'count=exact' },
    })
    expect(response.headers.get('content-range')).toBe('*/1')
    expect(await recorded()).toMatchObject([
      { patient_ids: [], details: { tables: ['appointments'], counted: 1 } },
    ])
  })
  it('an answer refused for having two rows is recorded too', async () => {
    const one = { headers: { Accept: 'application/vnd.pgrst.object+json' } }
    expect((await get('/patients', staff, one)).status).toBe(406)
    expect(await recorded()).toMatchObject([{ patient_count: 2 }])
  })
  it('a range past the end is recorded too', async () => {
    const counted = { headers: { Prefer: 'count=exact' } }
    expect((await get('/patients?offset=9', staff, counted)).status).toBe(416)
    expect(await recorded()).toMatchObject([{ details: { counted: 2 } }])
  })
  it('an error about a value is recorded', async () => {
    const response = await get('/appointments?select=notes::int')
    expect(response.status).toBe(400)
    expect(await recorded()).toMatchObject([
      { patient_ids: [], details: { tables: ['appointments'], failed: true } },
    ])
  })
  it('what a change returns is recorded along with the change', async () => {
    const path = `/appointments?id=eq.${visit.id}&select=notes,patients(full_name)`
    const response = await get(path, staff, readBack({ duration_minutes: 45 }))
    expect([response.status, await response.json()]).toEqual([
      200,
      [{ notes: 'knee', patients: { full_name: 'Ann Example' } }],
    ])
    expect(await db.asOwner('select action, patient_ids from app.audit_log order by action')).toEqual([
      { action: 'appointment.changed', patient_ids: [ann.patientId] },
      { action: 'record.read', patient_ids: [ann.patientId] },
    ])
  })
  it('a new row that is returned is not: its writer knows it', async () => {
    const client = new PostgrestClient(url, {
      fetch: (input, init) => api.fetch(new Request(input, init), dataApiCaller(staff.caller())),
    })
    const { data, error } = await client
      .from('appointments')
      .insert({
        patient_id: bob.patientId,
        type: 'followup',
        date: '2026-04-01',
        time: '14:30',
        duration_minutes: 20,
      })
      .select('date,time,starts_at,time_zone,status')
      .single()
    expect(error).toBeNull()
    expect(data).toEqual({
      date: '2026-04-01',
      time: '14:30',
      starts_at: '2026-04-01T18:30:00+00:00',
      time_zone: 'America/New_York',
      status: 'upcoming',
    })
    expect(await db.asOwner('select action, patient_ids from app.audit_log')).toEqual([
      { action: 'appointment.booked', patient_ids: [bob.patientId] },
    ])
  })
})

describe('the cost of recording', () => {
  const ran: RestRunOptions[] = []
  let watched: RestApi<DataApiCaller>
  beforeAll(() => {
    const database = dataApiDatabase(db.transactions)
    const watching: typeof database = {
      ...database,
      run(caller, options, statement, after) {
        ran.push(options)
        return database.run(caller, options, statement, after)
      },
    }
    watched = createRestApi({ database: watching, schemas: ['public'], recordedReads })
  })
  afterAll(() => watched.close())
  beforeEach(() => ran.splice(0))

  it('no extra statement, and its commit does not wait for the disk', async () => {
    await get('/appointments?select=date,patients(full_name)', staff, {}, watched)
    expect(ran).toMatchObject([{ readOnly: false, asyncCommit: true, isFinal: true }])
    expect(await recorded()).toHaveLength(1)
  })
  it('nothing where nothing is recorded', async () => {
    await get('/clinics', staff, {}, watched)
    expect(ran).toMatchObject([{ readOnly: true, asyncCommit: false }])
  })
  it('a change that returns rows waits for the disk', async () => {
    const path = `/appointments?id=eq.${visit.id}&select=notes`
    await get(path, staff, readBack({ duration_minutes: 40 }), watched)
    expect(ran).toMatchObject([{ readOnly: false, asyncCommit: false }])
    expect(await recorded()).toHaveLength(1)
  })
})

it('a page of more than fifty rows lists each patient once', async () => {
  const many = await aClinic(db)
  const someone = await aStaffMember(db, many)
  const patients = [await aPatient(db, many), await aPatient(db, many)]
  for (const [index, patient] of patients.entries()) {
    await db.asOwner(
      `insert into public.appointments (clinic_id, patient_id, type, starts_at, duration_minutes)
       select $1, $2, 'checkup', timestamptz '2027-01-01 08:00Z' + make_interval(hours => 2 * n + $3::int), 30
         from generate_series(1, 30) n`,
      [many.id, patient.patientId, index],
    )
  }
  const rows = (await (await get('/appointments?select=patient_id', someone)).json()) as unknown[]
  expect(rows).toHaveLength(60)
  const [record] = await recorded()
  expect([...(record?.patient_ids ?? [])].sort()).toEqual(patients.map(({ patientId }) => patientId).sort())
  expect(record?.patient_count).toBe(2)
})

it('a read that cannot be recorded is not answered', async () => {
  await db.asOwner(`alter table app.audit_log add constraint full_up check (false) not valid`)
  try {
    const response = await get('/patients')
    expect(response.status).toBe(400)
    expect(await response.text()).not.toContain('Ann')
  } finally {
    await db.asOwner('alter table app.audit_log drop constraint full_up')
  }
})
