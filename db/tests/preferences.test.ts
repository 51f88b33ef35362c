// The ledger of consents, and who reads it and the team's own choices (docs/domain-rules.md rule 32).
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, aVisitor } from '#testing/sign-in/people.ts'

const db = await setUpDatabase()
const clinic = await aClinic(db)
const other = await aClinic(db)
const staff = await aStaffMember(db, clinic)
const patient = await aPatient(db, clinic)
const neighbor = await aPatient(db, clinic)
for (const { patientId } of [patient, neighbor]) await record(patientId, 'marketing', true)
for (const { userId } of [staff, clinic.admin]) {
  await db.asOwner('insert into notice_preferences (clinic_id, user_id, updated_at) values ($1, $2, now())', [
    clinic.id,
    userId,
  ])
}

function record(patientId: string, purpose: string, isGiven: boolean, channel = 'web'): Promise<boolean> {
  return db.transactions.withSystem('test: consent', async (tx) => {
    const { rows } = await sql<{ changed: boolean }>`
      select app.record_consent(${clinic.id}::uuid, ${patientId}::uuid, ${purpose}, ${isGiven}, ${channel}, 'v1', 'Words', now())
          as changed`.execute(tx)
    return rows[0]?.changed ?? false
  })
}

async function seen(caller: Caller, table: string, column: string): Promise<string[]> {
  const rows = await db.transactions.withActor(caller, async (tx) => {
    const read = sql<{ id: string }>`select ${sql.ref(column)} as id from ${sql.table(table)}`
    return (await read.execute(tx)).rows
  })
  return rows.map(({ id }) => id).sort()
}

it('records a decision once, and sets the preference that it is about', async () => {
  const person = await aPatient(db, clinic)
  expect(await record(person.patientId, 'sms_care', true)).toBe(true)
  expect(await record(person.patientId, 'sms_care', true)).toBe(false)
  // STOP
  expect(await record(person.patientId, 'sms_care', false, 'sms')).toBe(true)
  expect(await record(person.patientId, 'hipaa_authorization', true, 'team')).toBe(true)
  expect(await record(person.patientId, 'hipaa_authorization', true, 'team')).toBe(false)
  expect(
    await db.asOwner(
      'select purpose, is_given, channel from consents where patient_id = $1 order by given_at',
      [person.patientId],
    ),
  ).toEqual([
    { purpose: 'sms_care', is_given: true, channel: 'web' },
    { purpose: 'sms_care', is_given: false, channel: 'sms' },
    { purpose: 'hipaa_authorization', is_given: true, channel: 'team' },
  ])
  expect(
    await db.asOwner('select sms_notifications from contact_preferences where patient_id = $1', [
      person.patientId,
    ]),
  ).toEqual([{ sms_notifications: false }])
})

it('cannot be changed or emptied, not even by the server', async () => {
  await expect(db.asOwner('update consents set is_given = false')).rejects.toThrow('append-only')
  await expect(db.asOwner('delete from consents')).rejects.toThrow('append-only')
})

it('shows a patient their own consents, and admins those of their clinic', async () => {
  const read = (caller: Caller) => seen(caller, 'consents', 'patient_id')
  expect(new Set(await read(patient.caller()))).toEqual(new Set([patient.patientId]))
  expect(await read(clinic.admin.caller())).toContain(neighbor.patientId)
  expect(await read(other.admin.caller())).toEqual([])
  await expect(read(staff.caller())).rejects.toMatchObject({ code: '42501' })
  await expect(read(aVisitor(clinic))).rejects.toMatchObject({ code: '42501' })
})

it('hides address and account of the proof from every client', async () => {
  await expect(seen(clinic.admin.caller(), 'consents', 'address')).rejects.toMatchObject({ code: '42501' })
  await expect(seen(patient.caller(), 'consents', 'actor_id')).rejects.toMatchObject({ code: '42501' })
})

it('shows a user’s notice settings to that user alone', async () => {
  const read = (caller: Caller) => seen(caller, 'notice_preferences', 'user_id')
  expect(await read(staff.caller())).toEqual([staff.userId])
  expect(await read(clinic.admin.caller())).toEqual([clinic.admin.userId])
  expect(await read(other.admin.caller())).toEqual([])
  await expect(read(patient.caller())).rejects.toMatchObject({ code: '42501' })
})

it('shows a patient whether STOP from their number ended their texts, and no caller other numbers', async () => {
  const told = (caller: Caller) =>
    db.transactions.withActor(caller, async (tx) => {
      const { rows } = await sql<{ is: boolean }>`select texts_stopped_for_me() as is`.execute(tx)
      return rows[0]?.is
    })
  const phone = '+12125550177'
  const withPhone = async () => {
    const person = await aPatient(db, clinic)
    await db.asOwner(
      'insert into patient_details (clinic_id, patient_id, phone, updated_at) values ($1, $2, $3, now())',
      [clinic.id, person.patientId, phone],
    )
    return person
  }
  const stopped = await withPhone()
  const nosy = await withPhone()
  await record(stopped.patientId, 'sms_care', true)
  expect(await told(stopped.caller())).toBe(false)
  await db.asOwner('insert into app.text_stops (phone, stopped_at) values ($1, now())', [phone])
  await record(stopped.patientId, 'sms_care', false, 'sms')
  // also after they have chosen them again on the page
  await record(stopped.patientId, 'sms_care', true)
  expect(await told(stopped.caller())).toBe(true)
  // the same number, entered by a user who was sent no text
  expect(await told(nosy.caller())).toBe(false)
  await db.asOwner('update patient_details set phone = $2 where patient_id = $1', [
    stopped.patientId,
    '+12125550178',
  ])
  expect(await told(stopped.caller())).toBe(false)
  for (const caller of [staff.caller(), clinic.admin.caller(), other.admin.caller(), aVisitor(clinic)])
    await expect(told(caller)).rejects.toMatchObject({ code: '42501' })
})

it('shows a patient when an email of this clinic to their address came back, and no other patient or clinic', async () => {
  const goneAt = (caller: Caller) =>
    db.transactions.withActor(caller, async (tx) => {
      const { rows } = await sql<{ at: Date | null }>`select email_gone_for_me() as at`.execute(tx)
      return rows[0]?.at
    })
  const gone = await aPatient(db, clinic)
  await db.asOwner(
    `insert into app.reported_addresses values ($1, $2, 'no_address', '2026-03-10T15:00:00Z')`,
    [clinic.id, gone.email],
  )
  await db.asOwner(`insert into app.reported_addresses values ($1, $2, 'complaint', now())`, [
    clinic.id,
    patient.email,
  ])
  expect(await goneAt(gone.caller())).toEqual(new Date('2026-03-10T15:00:00Z'))
  expect(await goneAt(patient.caller())).toBeNull()
  expect(await goneAt((await aPatient(db, other)).caller())).toBeNull()
})
