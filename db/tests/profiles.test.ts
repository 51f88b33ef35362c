// Reads of a patient's details and health information, and a person's own profile (docs/decisions/0041).
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic, aPatient, aSignedInPerson, aStaffMember, aVisitor } from '#testing/sign-in/people.ts'

const tables = ['patient_details', 'patient_health', 'contact_preferences'] as const

const db = await setUpDatabase()
const clinic = await aClinic(db)
const other = await aClinic(db)
const staff = await aStaffMember(db, clinic)
const patient = await aPatient(db, clinic)
const neighbor = await aPatient(db, clinic)
for (const { patientId } of [patient, neighbor]) {
  for (const table of tables) {
    await db.asOwner(`insert into ${table} (clinic_id, patient_id, updated_at) values ($1, $2, now())`, [
      clinic.id,
      patientId,
    ])
  }
}
for (const { userId } of [patient, staff, clinic.admin, other.admin]) {
  await db.asOwner(`insert into profiles (user_id, bio, updated_at) values ($1, 'Hello', now())`, [userId])
  await db.asOwner('select app.copy_memberships_to_new_row($1)', [userId])
}

async function seen(caller: Caller, table: string, column: string): Promise<string[]> {
  const rows = await db.transactions.withActor(caller, async (tx) => {
    const read = sql<{ id: string }>`select ${sql.ref(column)} as id from ${sql.table(table)}`
    return (await read.execute(tx)).rows
  })
  return rows.map(({ id }) => id).sort()
}

// spec: B3 A patient reads their own profile, the team those of the clinic
it.each(tables)('%s shows a patient their own row and the team all rows of its clinic', async (table) => {
  const read = (caller: Caller) => seen(caller, table, 'patient_id')
  expect(await read(patient.caller())).toEqual([patient.patientId])
  expect(await read(staff.caller())).toEqual([patient.patientId, neighbor.patientId].sort())
  expect(await read(other.admin.caller())).toEqual([])
  await expect(read(other.admin.caller(clinic))).rejects.toMatchObject({ code: '42501' })
  await expect(read((await aSignedInPerson(db)).caller(clinic))).rejects.toMatchObject({ code: '42501' })
  await expect(read(aVisitor(clinic))).rejects.toMatchObject({ code: '42501' })
})

it.each(tables)('no client writes %s directly', async (table) => {
  for (const caller of [patient.caller(), staff.caller(), clinic.admin.caller()]) {
    await expect(
      db.transactions.withActor(caller, (tx) =>
        sql`update ${sql.table(table)} set updated_at = now()`.execute(tx),
      ),
    ).rejects.toMatchObject({ code: '42501' })
  }
})

it.each(tables)('%s shows nothing to a password alone where a second step is required', async (table) => {
  const strict = await aClinic(db, { requiresMfa: true })
  const person = await aPatient(db, strict)
  await db.asOwner(`insert into ${table} (clinic_id, patient_id, updated_at) values ($1, $2, now())`, [
    strict.id,
    person.patientId,
  ])
  expect(await seen(strict.admin.caller(), table, 'patient_id')).toEqual([])
  expect(await seen(person.caller(), table, 'patient_id')).toEqual([person.patientId])
})

it('shows a profile to its person and to colleagues, never a patient’s to the team', async () => {
  const read = (caller: Caller) => seen(caller, 'profiles', 'user_id')
  expect(await read(patient.caller())).toEqual([patient.userId])
  expect(await read(staff.caller())).toEqual([staff.userId, clinic.admin.userId].sort())
  expect(await read(other.admin.caller())).toEqual([other.admin.userId])
  expect(await read(other.admin.caller(clinic))).toEqual([other.admin.userId])
  await expect(read(aVisitor(clinic))).rejects.toMatchObject({ code: '42501' })
})

it('ends a colleague’s view with the membership', async () => {
  const leaver = await aStaffMember(db, clinic)
  await db.asOwner(`insert into profiles (user_id, updated_at) values ($1, now())`, [leaver.userId])
  await db.asOwner('select app.copy_memberships_to_new_row($1)', [leaver.userId])
  expect(await seen(staff.caller(), 'profiles', 'user_id')).toContain(leaver.userId)
  await db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [leaver.membershipId])
  expect(await seen(staff.caller(), 'profiles', 'user_id')).not.toContain(leaver.userId)
})
