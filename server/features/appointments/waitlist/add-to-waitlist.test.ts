import { beforeEach, expect, it } from 'vitest'
import { waitlistTexts } from '#domain/texts/waitlist.ts'
import { anAppointment } from '#testing/appointments.ts'
import { aRecord } from '#testing/patient-merges.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type Patient, type TestClinic } from '#testing/sign-in/people.ts'
import { addToWaitlist } from './add-to-waitlist.ts'

let clinic: TestClinic
let rosa: string
const test = await setUpServices({ now: '2026-03-10T15:00:00Z' })
beforeEach(async () => {
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  rosa = await aRecord(test.db, clinic, 'Rosa Diaz')
})

const wish = {
  appointmentType: 'checkup',
  providerId: '',
  appointmentId: null,
  days: [],
  opens: null,
  closes: null,
  until: '2026-03-31',
}
const add = (changes: object = {}, by: { caller: Patient['caller'] } = clinic.admin) =>
  addToWaitlist.call(test.services, by.caller(), { ...wish, patientId: rosa, ...changes }) as Promise<{
    entryId: string
  }>
const entries = (patientId = rosa) =>
  test.db.asOwner(
    `select id, type, days, opens, closes, to_char(until, 'YYYY-MM-DD') as until, status, appointment_id, created_at
       from waitlist_entries where patient_id = $1 order by created_at`,
    [patientId],
  )

it('adds a patient with or without an account, as an act of the team in the patient’s history', async () => {
  const { id } = await anAppointment(test.db, clinic, { patientId: rosa })
  const { entryId } = await add({ days: [5, 1], opens: '09:00', closes: '12:00', appointmentId: id })
  expect(await entries()).toMatchObject([
    { id: entryId, days: [1, 5], opens: '09:00', closes: '12:00', appointment_id: id, status: 'waiting' },
  ])
  const ann = await aPatient(test.db, clinic)
  await add({ patientId: ann.patientId })
  expect(await entries(ann.patientId)).toHaveLength(1)
  expect(
    await test.db.asOwner('select action, actor_id, patient_ids from app.audit_log where subject_id = $1', [
      entryId,
    ]),
  ).toEqual([{ action: 'waitlist.added', actor_id: clinic.admin.userId, patient_ids: [rosa] }])
})

it('adds once: a second click or tab changes nothing, and reads why at the field', async () => {
  const twice = await Promise.allSettled([add(), add({ days: [2] })])
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const before = await entries()
  expect(before).toHaveLength(1)
  await expect(add({ days: [3] })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path: 'appointmentType', message: waitlistTexts.form.alreadyWaiting }],
  })
  expect(await entries()).toEqual(before)
  await add({ appointmentType: 'therapy' })
  expect(await entries()).toHaveLength(2)
})

it('renews a wish whose last day has passed, at the end of the line', async () => {
  await add()
  await test.db.asOwner(
    `update waitlist_entries set until = '2026-03-09', created_at = '2026-03-01T00:00:00Z' where patient_id = $1`,
    [rosa],
  )
  await add()
  expect(await entries()).toMatchObject([
    { until: '2026-03-31', created_at: new Date('2026-03-10T15:00:00Z') },
  ])
})

it('refuses former and foreign patients at the field, foreign visits, and callers who may not write', async () => {
  const elsewhere = await aClinic(test.db)
  const gone = { code: 'invalid_input', fields: [{ path: 'patientId' }] }
  await expect(add({}, elsewhere.admin)).rejects.toMatchObject(gone)
  await expect(add({ patientId: crypto.randomUUID() })).rejects.toMatchObject(gone)
  const { id } = await anAppointment(test.db, clinic, await aPatient(test.db, clinic))
  await expect(add({ appointmentId: id })).rejects.toMatchObject({ code: 'not_found' })
  const viewer = await aStaffMember(test.db, clinic, { role: 'member', isReadOnly: true })
  const ann = await aPatient(test.db, clinic)
  for (const by of [viewer, ann]) await expect(add({}, by)).rejects.toMatchObject({ code: 'not_allowed' })
  await test.db.asOwner('update clinic_memberships set ended_at = now() where patient_id = $1', [rosa])
  await expect(add()).rejects.toMatchObject(gone)
  expect(await entries()).toEqual([])
})
