// The specification's calls on clinic_memberships, word for word, by the published client through the data API
// (docs/specification.md A4, A7, B7).
import { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { createDataApi } from '#server/data-api.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { openTestDatabase } from '#testing/database/database.ts'
import {
  aClinic,
  anInvitation,
  aPatient,
  aSignedInPerson,
  aVisitor,
  type Person,
  type TestClinic,
} from '#testing/sign-in/people.ts'

let clinic: TestClinic
const db = await openTestDatabase()
const api = createDataApi(db.transactions)
afterAll(async () => {
  await api.close()
  await db.close()
})
beforeEach(async () => {
  clinic = await aClinic(db, { name: 'Sunrise' })
})

/** The browser's row client, signed in. */
const as = (caller: Caller) =>
  new PostgrestClient('http://carefold.localhost/rest/v1', {
    fetch: (input, init) => api.fetch(new Request(input, init), caller),
  }).from('clinic_memberships')

const invitee = (person: Person) => ({
  user_id: person.userId,
  clinic_id: clinic.id,
  role: 'member',
  status: 'active',
})

// spec: A7 Own memberships come with the embedded clinic
// spec: A3 A membership has its embedded clinic
it('reads own memberships with the embedded clinic', async () => {
  const { data, error } = await as(clinic.admin.caller(null))
    .select('*, clinic:clinics(id, name, subdomain)')
    .eq('user_id', clinic.admin.userId)
  expect(error).toBeNull()
  expect(data).toMatchObject([
    {
      id: clinic.admin.membershipId,
      role: 'admin',
      status: 'active',
      clinic: { id: clinic.id, name: 'Sunrise', subdomain: clinic.subdomain },
    },
  ])
})

it('inserts by invitation, and can read the row back in the same call', async () => {
  const person = await aSignedInPerson(db)
  const { membershipId } = await anInvitation(db, clinic, { email: person.email, role: 'staff' })
  const { status, data } = await as(person.caller()).insert(invitee(person)).select().single()
  expect(status).toBe(201)
  expect(data).toMatchObject({ id: membershipId, role: 'staff', status: 'active', user_id: person.userId })
})

it('refuses an insert without an invitation: 403, and 401 for a visitor', async () => {
  const person = await aSignedInPerson(db)
  expect(await as(person.caller()).insert(invitee(person))).toMatchObject({
    status: 403,
    error: { code: '42501', message: 'A membership is only given by an invitation.' },
  })
  expect(await as(aVisitor(clinic)).insert(invitee(person))).toMatchObject({ status: 401 })
})

it('answers a second insert with a conflict that names no person', async () => {
  const person = await aSignedInPerson(db)
  await anInvitation(db, clinic, { email: person.email })
  await as(person.caller()).insert(invitee(person))
  const { status, error } = await as(person.caller()).insert(invitee(person))
  expect(status).toBe(409)
  expect(error?.code).toBe('23505')
  expect(JSON.stringify(error)).not.toContain(person.userId)
})

it('refuses to bypass the invitation by an upsert', async () => {
  const patient = await aPatient(db, clinic)
  const row = { ...invitee(patient), id: patient.membershipId, role: 'admin' }
  const { error } = await as(patient.caller()).upsert(row)
  expect(error).not.toBeNull()
  expect(
    await db.asOwner('select role from clinic_memberships where id = $1', [patient.membershipId]),
  ).toEqual([{ role: 'patient' }])
})

it('shows the members of a clinic to its team, and to others only their own row', async () => {
  const patient = await aPatient(db, clinic)
  const all = await as(clinic.admin.caller()).select('*').eq('clinic_id', clinic.id)
  expect(all.data).toHaveLength(2)
  const own = await as(patient.caller()).select('*').eq('clinic_id', clinic.id)
  expect(own.data?.map(({ id }) => id)).toEqual([patient.membershipId])
  const foreign = await aClinic(db)
  expect((await as(foreign.admin.caller()).select('*').eq('clinic_id', clinic.id)).data).toEqual([])
})

it('shows the address of a pending invitation in the members list', async () => {
  await anInvitation(db, clinic, { email: 'dana@example.test', name: 'Dana' })
  const { data, error } = await as(clinic.admin.caller())
    .select('id, status, user_id, invitations(email, name, expires_at)')
    .eq('status', 'invited')
  expect(error).toBeNull()
  expect(data).toMatchObject([
    { status: 'invited', user_id: null, invitations: [{ email: 'dana@example.test', name: 'Dana' }] },
  ])
})

// spec: B4 A member is deactivated and activated
// spec: B7 clinic_memberships is updated by id
it('deactivates and activates by id', async () => {
  const patient = await aPatient(db, clinic)
  const set = (status: string) =>
    as(clinic.admin.caller())
      .update({ status, updated_at: new Date().toISOString() })
      .eq('id', patient.membershipId)
  expect(await set('invited')).toMatchObject({ status: 204, error: null })
  expect(await set('pending')).toMatchObject({ status: 403, error: { code: '42501' } })
  expect(await set('active')).toMatchObject({ status: 204, error: null })
})

// spec: B4 A member is removed
// spec: B7 clinic_memberships is deleted by id
it('removes by id as a delete: counted, returned, and then gone', async () => {
  const patient = await aPatient(db, clinic)
  const { status, count, data } = await as(clinic.admin.caller())
    .delete({ count: 'exact' })
    .eq('id', patient.membershipId)
    .select()
  expect({ status, count }).toEqual({ status: 200, count: 1 })
  expect(data).toMatchObject([{ id: patient.membershipId }])
  const { data: left } = await as(clinic.admin.caller()).select('id').eq('id', patient.membershipId)
  expect(left).toEqual([])
  expect(await as(clinic.admin.caller()).delete().eq('id', patient.membershipId)).toMatchObject({
    status: 204,
    error: null,
  })
})

it('refuses to delete all members at once, because the last admin must stay', async () => {
  await aPatient(db, clinic)
  const { error } = await as(clinic.admin.caller()).delete().eq('clinic_id', clinic.id)
  expect(error?.code).toBe('42501')
  expect((await as(clinic.admin.caller()).select('id')).data).toHaveLength(2)
})

it('ignores a delete of another clinic’s member', async () => {
  const foreign = await aClinic(db)
  const patient = await aPatient(db, clinic)
  expect(await as(foreign.admin.caller()).delete().eq('id', patient.membershipId).select()).toMatchObject({
    status: 200,
    data: [],
  })
})
