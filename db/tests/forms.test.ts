// Which forms a patient is asked for, and that a signed one is immutable (docs/decisions/0213). Another clinic's people and every
// write: tenant-escape.
import { expect, it } from 'vitest'
import { anAppointment } from '#testing/appointments.ts'
import { aForm, aFormRequest } from '#testing/forms.ts'
import { aGuardian, bornYearsAgo, setBirthDate } from '#testing/guardians.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { aSecondFactor } from '#testing/sign-in/second-step.ts'

const db = await setUpDatabase()
const clinic = await aClinic(db)

const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const open = async (patient: { patientId: string }) =>
  db.asOwner<{ title: string; due: string | null }>(
    `select r.title, r.due_at::date::text as due from form_requests r
      where r.patient_id = $1 and r.signed_at is null and r.withdrawn_at is null order by r.title`,
    [patient.patientId],
  )
const sign = (patient: { patientId: string }) =>
  db.asOwner(
    `update form_requests set signed_at = now(), signed_name = 'Dana Fox', signed_statement = 'Correct.', signed_as = 'patient'
      where patient_id = $1 and signed_at is null and withdrawn_at is null`,
    [patient.patientId],
  )
const cancel = (id: string) =>
  db.asOwner(
    `update appointments set status = 'canceled', canceled_at = now(), canceled_by_patient = false where id = $1`,
    [id],
  )

it('asks for the forms of a kind of visit in use, due at the next visit', async () => {
  const own = await aClinic(db)
  const patient = await aPatient(db, own)
  await aForm(db, own, { title: 'A', occasion: 'visit', visitTypes: ['checkup'] })
  await aForm(db, own, { title: 'B', occasion: 'visit', visitTypes: ['therapy'] })
  await aForm(db, own, { title: 'C', occasion: 'visit', isActive: false })
  await anAppointment(db, own, patient, { date: later(-3), status: 'completed' })
  expect(await open(patient)).toEqual([])
  await anAppointment(db, own, patient, { date: later(20) })
  await anAppointment(db, own, patient, { date: later(10) })
  await anAppointment(db, own, patient, { date: later(30) })
  expect(await open(patient)).toEqual([{ title: 'A', due: later(10) }])
})

it('withdraws a form that is not begun with its visit, and asks again when the visit is reopened', async () => {
  const own = await aClinic(db)
  await aForm(db, own, { title: 'A', occasion: 'visit' })
  const [untouched, begun] = [await aPatient(db, own), await aPatient(db, own)]
  const { id } = await anAppointment(db, own, untouched, { date: later(10) })
  const { id: other } = await anAppointment(db, own, begun, { date: later(11) })
  await db.asOwner('update form_requests set started_at = now() where patient_id = $1', [begun.patientId])
  await cancel(id)
  await cancel(other)
  expect(await open(untouched)).toEqual([])
  expect(await open(begun)).toHaveLength(1)
  await db.asOwner(`update appointments set status = 'upcoming', canceled_at = null where id = $1`, [id])
  expect(await open(untouched)).toEqual([{ title: 'A', due: later(10) }])
})

it('follows a visit that moves or becomes of another kind', async () => {
  const own = await aClinic(db)
  await aForm(db, own, { title: 'A', occasion: 'visit', visitTypes: ['checkup'] })
  await aForm(db, own, { title: 'B', occasion: 'visit', visitTypes: ['therapy'] })
  const patient = await aPatient(db, own)
  const { id } = await anAppointment(db, own, patient, { date: later(10) })
  await db.asOwner('update appointments set date = $2 where id = $1', [id, later(12)])
  expect(await open(patient)).toEqual([{ title: 'A', due: later(12) }])
  await db.asOwner(`update appointments set type = 'therapy' where id = $1`, [id])
  expect(await open(patient)).toEqual([{ title: 'B', due: later(12) }])
})

it.each([
  ['once', []],
  ['yearly', []],
  ['every_visit', ['A']],
])('a form that is signed %s is asked for at the next visit: %j', async (repeats, titles) => {
  const own = await aClinic(db)
  await aForm(db, own, { title: 'A', occasion: 'visit', repeats })
  const patient = await aPatient(db, own)
  await anAppointment(db, own, patient, { date: later(5) })
  await sign(patient)
  await anAppointment(db, own, patient, { date: later(15) })
  expect((await open(patient)).map(({ title }) => title)).toEqual(titles)
})

it('asks a patient for the forms of joining once', async () => {
  const own = await aClinic(db)
  await aForm(db, own, { title: 'Welcome', occasion: 'joining' })
  const patient = await aPatient(db, own)
  expect(await open(patient)).toEqual([{ title: 'Welcome', due: null }])
  await db.asOwner('update patients set user_id = null where id = $1', [patient.patientId])
  await db.asOwner('update patients set user_id = $2 where id = $1', [patient.patientId, patient.userId])
  expect(await open(patient)).toHaveLength(1)
})

it('refuses a change of a signed form, except by a merge or the deletion of an account', async () => {
  const patient = await aPatient(db, clinic)
  const id = await aFormRequest(db, clinic, patient, { signedName: 'Dana Fox' })
  for (const change of [
    `answers = '{"a": "b"}'`,
    `signed_name = 'Another'`,
    'signed_at = null, signed_name = null, signed_statement = null, signed_as = null',
    `fields = '[]'`,
    'withdrawn_at = now()',
  ])
    await expect(db.asOwner(`update form_requests set ${change} where id = $1`, [id])).rejects.toThrow(
      'immutable',
    )
  await db.asOwner('update form_requests set asked_by = null where id = $1', [id])
  const other = await aPatient(db, clinic)
  await db.asOwner(
    `with merging as (select set_config('app.merging', 'on', true) as is_on)
     update form_requests set patient_id = $2 from merging where id = $1 and is_on = 'on'`,
    [id, other.patientId],
  )
})

it('is read by the patient, the team and a guardian with full access, after the second step', async () => {
  const child = await aPatient(db, clinic)
  await setBirthDate(db, clinic, child.patientId, bornYearsAgo(7))
  const id = await aFormRequest(db, clinic, child)
  const full = await aGuardian(db, clinic, { patientId: child.patientId })
  const limited = await aGuardian(db, clinic, { patientId: child.patientId, access: 'limited' })
  const viewer = await aStaffMember(db, clinic, { isReadOnly: true })
  const neighbor = await aPatient(db, clinic)
  const seenBy = (caller: Parameters<typeof db.transactions.withActor>[0]) =>
    db.transactions.withActor(caller, (tx) =>
      tx.selectFrom('form_requests').select('title').where('id', '=', id).execute(),
    )
  for (const caller of [child.caller(), full.caller, viewer.caller(), clinic.admin.caller()])
    expect(await seenBy(caller)).toHaveLength(1)
  for (const caller of [limited.caller, neighbor.caller()]) expect(await seenBy(caller)).toEqual([])
  await aSecondFactor(db, child)
  expect(await seenBy(child.caller())).toEqual([])
})
