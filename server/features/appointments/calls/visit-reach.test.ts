import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addRecord } from '#server/clinic/patients.ts'
import { aFreeDay, anAppointment } from '#testing/appointments.ts'
import { aGuardian } from '#testing/guardians.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { visitReach } from './visit-reach.ts'

const { test, clinic } = await setUpClinic({
  now: '2026-03-10T15:00:00Z',
  sms: { kind: 'twilio', send: async ({ id }) => id, find: async () => null },
})

const reachOf = async (patientId: string, by = clinic.admin.caller()) => {
  const { id } = await anAppointment(test.db, clinic, { patientId }, { date: aFreeDay() })
  return visitReach.call(test.services, by, { appointmentId: id })
}
const consent = (patientId: string, purpose: string, isGiven: boolean) =>
  test.services.transactions.withSystem('test', (tx) =>
    sql`select app.record_consent(${clinic.id}::uuid, ${patientId}::uuid, ${purpose}, ${isGiven}, 'team', 'v1', 'Words',
      now())`.execute(tx),
  )
const record = async (known: { email?: string; phone?: string; bornOn?: string } = {}) => {
  const { patientId } = await test.services.transactions.withSystem('test', (tx) =>
    addRecord(tx, { clinicId: clinic.id, name: 'Walter Brook', email: null, ...known, now: new Date() }),
  )
  return patientId
}

it('says how the patient of a visit is reminded', async () => {
  const { patientId } = await aPatient(test.db, clinic)
  await test.db.asOwner(
    `insert into patient_details (clinic_id, patient_id, phone, updated_at) values ($1, $2, '+12125550100', now())`,
    [clinic.id, patientId],
  )
  expect(await reachOf(patientId)).toEqual({ reach: 'account', ways: ['email'] })
  await consent(patientId, 'sms_care', true)
  expect(await reachOf(patientId)).toEqual({ reach: 'account', ways: ['email', 'text'] })
  await consent(patientId, 'appointment_reminders', false)
  expect(await reachOf(patientId)).toEqual({ reach: 'account', ways: [] })

  const child = await record({ bornOn: '2019-01-01', email: 'child@example.test' })
  expect(await reachOf(child)).toEqual({ reach: 'email', ways: ['email'] })
  await aGuardian(test.db, clinic, { patientId: child })
  expect(await reachOf(child)).toEqual({ reach: 'guardian', ways: ['guardian'] })
  const texted = await record({ phone: '+12125550101' })
  expect(await reachOf(texted)).toEqual({ reach: 'call', ways: ['call'] })
  await consent(texted, 'sms_care', true)
  expect(await reachOf(texted)).toEqual({ reach: 'text', ways: ['text'] })
})
