// The audit trail through the data API: admins read their clinic's, patients the reads of their record
// (docs/domain-rules.md rule 33, goal 9).
import { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createDataApi } from '#server/data-api.ts'
import { getUserProfiles } from '#server/features/memberships/get-user-profiles.ts'
import { silentLogger } from '#server/platform/log.ts'
import { openTestServices } from '#testing/database/services.ts'
import {
  aClinic,
  aMembershipOf,
  aPatient,
  aSignedInPerson,
  aStaffMember,
  aVisitor,
  type Member,
  type Patient,
  type Person,
  type TestClinic,
} from '#testing/sign-in/people.ts'
import { sealAuditLog } from './seal-audit-log.ts'

let clinic: TestClinic
let staff: Member
let ann: Patient
let bob: Patient

const test = await openTestServices()
const api = createDataApi(test.db.transactions)
afterAll(async () => {
  await api.close()
  await test.close()
})
beforeEach(async () => {
  clinic = await aClinic(test.db, { name: 'Sunrise' })
  staff = await aStaffMember(test.db, clinic, { name: 'Sam Staff' })
  ann = await aPatient(test.db, clinic, { name: 'Ann Example' })
  bob = await aPatient(test.db, clinic)
})

const as = (person: Person | Member, at: TestClinic | null = clinic) =>
  new PostgrestClient('http://carefold.localhost/rest/v1', {
    fetch: (input, init) => api.fetch(new Request(input, init), person.caller(at)),
  })
const seal = () => sealAuditLog({ transactions: test.db.transactions, log: silentLogger }).run({})
const logFor = async (person: Person, at: TestClinic | null = clinic) =>
  (await as(person, at).rpc('audit_log_for_me')).data

describe('reads of a patient’s own record', () => {
  it('show the reader, the role, the record and the time, before sealing and after', async () => {
    await as(staff).from('patients').select('*').eq('id', ann.patientId)
    await as(clinic.admin).from('patients').select('full_name,appointments(date)')
    await as(staff).from('patients').select('*').eq('id', bob.patientId)
    const before = await logFor(ann)
    expect(before).toMatchObject([
      {
        kind: 'read',
        what: ['patients', 'appointments'],
        by_name: clinic.admin.name,
        by_role: 'admin',
        clinic_name: 'Sunrise',
      },
      {
        kind: 'read',
        what: ['patients'],
        by_name: 'Sam Staff',
        by_role: 'staff',
        purpose: 'data-api',
        is_certain: true,
      },
    ])
    expect(await seal()).not.toEqual({ sealed: 0 })
    expect(await logFor(ann)).toEqual(before)
    await test.db.asOwner(`insert into app.settings (name, value) select 'audit_sealed_to', to_jsonb(max(id)) from app.audit_log
      on conflict (name) do update set value = excluded.value`)
    expect(await logFor(ann)).toEqual(before)
  })

  it('include changes, but not the patient’s own acts', async () => {
    await as(staff).from('appointments').insert({
      patient_id: ann.patientId,
      type: 'checkup',
      date: '2026-04-01',
      time: '09:00',
      duration_minutes: 30,
    })
    await as(ann).from('appointments').select('id,date')
    expect(await logFor(ann)).toMatchObject([
      { kind: 'changed', what: ['appointment.booked'], by_name: 'Sam Staff' },
    ])
    expect(await logFor(ann)).toHaveLength(1)
  })

  it('cover all clinics of the patient, whichever clinic is in the request', async () => {
    const second = await aClinic(test.db, { name: 'Moonrise' })
    const [{ id }] = (await test.db.asOwner(
      'insert into patients (clinic_id, user_id, full_name) values ($1, $2, $3) returning id',
      [second.id, ann.userId, 'Ann Example'],
    )) as [{ id: string }]
    await aMembershipOf(test.db, ann, second, { role: 'patient' })
    await as(staff).from('patients').select('*').eq('id', ann.patientId)
    await as(second.admin, second).from('patients').select('*').eq('id', id)
    for (const at of [clinic, second, null])
      expect((await logFor(ann, at))?.map((row: { clinic_name: string }) => row.clinic_name)).toEqual([
        'Moonrise',
        'Sunrise',
      ])
  })

  it('include reads of health information and preferences by others, not by the patient', async () => {
    for (const table of ['patient_details', 'patient_health', 'contact_preferences']) {
      await test.db.asOwner(
        `insert into ${table} (clinic_id, patient_id, updated_at) values ($1, $2, now())`,
        [clinic.id, ann.patientId],
      )
    }
    await as(ann).from('patient_health').select('*')
    await as(staff).from('patient_health').select('allergies').eq('patient_id', ann.patientId)
    await as(staff).from('patient_details').select('phone,patients(*)').eq('patient_id', ann.patientId)
    const looks = await logFor(ann)
    expect(looks?.filter(({ kind }: { kind: string }) => kind === 'read')).toMatchObject([
      { kind: 'read', what: ['patient_details', 'patients'], is_certain: true },
      { kind: 'read', what: ['patient_health'], is_certain: true },
    ])
    expect(await logFor(bob)).toEqual([])
  })

  it('support order, filters and pages', async () => {
    for (let times = 0; times < 5; times++)
      await as(staff).from('patients').select('*').eq('id', ann.patientId)
    const page = await as(ann)
      .rpc('audit_log_for_me', {}, { count: 'exact', get: true })
      .eq('kind', 'read')
      .order('at', { ascending: true })
      .range(1, 2)
    expect(page).toMatchObject({ status: 206, count: 5 })
    expect(page.data).toHaveLength(2)
  })

  it('are shown to each member of a group too large to list', async () => {
    await test.db.asOwner(
      `insert into app.audit_log (clinic_id, actor_kind, actor_id, actor_role, action, details, patient_ids, patient_count)
       values ($1, 'person', $2, 'staff', 'record.read', '{"tables": ["patients"]}', array[$3]::uuid[], 1200)`,
      [clinic.id, staff.userId, bob.patientId],
    )
    const expected = [{ what: ['patients'], is_certain: false }]
    expect(await logFor(ann)).toMatchObject(expected)
    await seal()
    await test.db.asOwner(`insert into app.settings (name, value) select 'audit_sealed_to', to_jsonb(max(id)) from app.audit_log
      on conflict (name) do update set value = excluded.value`)
    expect(await logFor(ann)).toMatchObject(expected)
    expect(await logFor(bob)).toMatchObject([{ is_certain: true }])
  })

  it('are empty for users without a record and with an unconfirmed address', async () => {
    const pending = await aPatient(test.db, clinic, { status: 'pending', confirmed: false })
    await as(staff).from('patients').select('*')
    for (const person of [staff, clinic.admin, await aSignedInPerson(test.db), pending])
      expect(await logFor(person)).toEqual([])
    const visitor = await api.fetch(
      new Request('http://carefold.localhost/rest/v1/rpc/audit_log_for_me', { method: 'POST' }),
      aVisitor(clinic),
    )
    expect(visitor.status).toBe(401)
  })
})

describe('the clinic’s audit trail', () => {
  it('shows an admin the rows of their clinic, with order, filters and pages', async () => {
    await as(staff).from('patients').select('*')
    await as(staff).from('patients').select('*').eq('id', ann.patientId)
    const { data, count } = await as(clinic.admin)
      .from('audit_log')
      .select('at,action,actor_id,actor_role,patient_ids,patient_count,purpose,address,details', {
        count: 'exact',
      })
      .eq('action', 'record.read')
      .order('id', { ascending: false })
      .limit(1)
    expect(count).toBe(2)
    expect(data).toMatchObject([
      {
        actor_id: staff.userId,
        actor_role: 'staff',
        patient_ids: [ann.patientId],
        patient_count: 1,
        address: '192.0.2.10',
      },
    ])
  })

  it('shows nothing of it to another clinic’s admin', async () => {
    const other = await aClinic(test.db)
    await as(staff).from('patients').select('*')
    expect(
      (await as(other.admin, other).from('audit_log').select('id').eq('clinic_id', clinic.id)).data,
    ).toEqual([])
    expect((await as(other.admin, clinic).from('audit_log').select('id')).error).toMatchObject({
      code: '42501',
    })
  })

  it.each(['staff', 'patient', 'outsider'] as const)('is closed to a %s', async (who) => {
    const person = { staff, patient: ann, outsider: await aSignedInPerson(test.db) }[who]
    expect(await as(person).from('audit_log').select('id')).toMatchObject({
      status: 403,
      error: { code: '42501' },
    })
  })

  it('cannot be written through the data API', async () => {
    const rows = as(clinic.admin).from('audit_log')
    for (const attempt of [
      rows.insert({ action: 'a.b' }),
      rows.update({ action: 'a.b' }).gt('id', 0),
      rows.delete().gt('id', 0),
    ])
      expect(await attempt).toMatchObject({ status: 403 })
  })
})

describe('reads of patients’ names and addresses', () => {
  const recorded = () =>
    test.db.asOwner(
      `select actor_id, patient_ids, purpose, details from app.audit_log where clinic_id = $1 and action = 'record.read'`,
      [clinic.id],
    )
  const expected = () => [
    {
      actor_id: staff.userId,
      patient_ids: [ann.patientId],
      purpose: 'profiles',
      details: { tables: ['patients'] },
    },
  ]

  it('are audited once when get-user-profiles returns them', async () => {
    const profiles = await getUserProfiles.call(test.services, staff.caller(), {
      userIds: [ann.userId, clinic.admin.userId],
    })
    expect(profiles).toHaveLength(2)
    expect(await recorded()).toEqual(expected())
  })
  it('are audited once when get_users_by_ids returns them', async () => {
    const { data } = await as(staff).rpc('get_users_by_ids', { user_ids: [ann.userId, clinic.admin.userId] })
    expect(data).toHaveLength(2)
    expect(await recorded()).toEqual(expected())
  })
  it('are refused if they cannot be audited', async () => {
    const { status, data } = await as(staff).rpc(
      'get_users_by_ids',
      { user_ids: `{${ann.userId}}` },
      { get: true },
    )
    expect([status, data]).toEqual([405, null])
    expect(await recorded()).toEqual([])
  })
  it('of the team are not audited', async () => {
    await as(staff).rpc('get_users_by_ids', { user_ids: [clinic.admin.userId, staff.userId] })
    expect(await recorded()).toEqual([])
  })
})
