import { expect, it } from 'vitest'
import { anAppointment, aProvider } from '#testing/appointments.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, type Patient } from '#testing/sign-in/people.ts'
import { joinWaitlist } from './join-waitlist.ts'

const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' }, { timeZone: 'America/New_York' })
const ann = await aPatient(test.db, clinic)

const wish = {
  appointmentType: 'checkup',
  providerId: '',
  appointmentId: null,
  days: [],
  opens: null,
  closes: null,
  until: '2026-03-31',
}
const join = (changes: object = {}, by: Pick<Patient, 'caller'> = ann) =>
  joinWaitlist.call(test.services, by.caller(), { ...wish, ...changes }) as Promise<{ entryId: string }>
const entries = () =>
  test.db.asOwner(
    'select id, type, days, opens, closes, status, created_at from waitlist_entries where patient_id = $1 order by created_at',
    [ann.patientId],
  )

it('gives a place in line, which stays when the wish changes', async () => {
  const { entryId } = await join()
  const [first] = await entries()
  test.clock.advance('PT1H')
  expect(await join({ days: [5, 1, 1], opens: '09:00', closes: '12:00' })).toEqual({ entryId })
  expect(await entries()).toEqual([{ ...first, days: [1, 5], opens: '09:00', closes: '12:00' }])
  expect((await join({ appointmentType: 'therapy' })).entryId).not.toBe(entryId)
  expect(await entries()).toHaveLength(2)
})

it('refuses at the field what the clinic does not offer, and a past day in its zone', async () => {
  await test.db.asOwner(
    `update appointment_types set patients_book = 'no' where clinic_id = $1 and key = 'consultation'`,
    [clinic.id],
  )
  const gone = await aProvider(test.db, clinic)
  await test.db.asOwner('update providers set takes_appointments = false where id = $1', [gone.id])
  const other = await aClinic(test.db)
  const theirs = await aProvider(test.db, other)
  const cases: [object, string][] = [
    [{ appointmentType: 'consultation' }, 'appointmentType'],
    [{ appointmentType: 'massage' }, 'appointmentType'],
    [{ providerId: gone.id }, 'providerId'],
    [{ providerId: theirs.id }, 'providerId'],
    [{ until: '2026-03-09' }, 'until'],
    [{ opens: '12:00', closes: '09:00' }, 'closes'],
  ]
  for (const [changes, path] of cases)
    await expect(join(changes)).rejects.toMatchObject({ code: 'invalid_input', fields: [{ path }] })
})

it('is for patients, about a planned visit of their own', async () => {
  const ben = await aPatient(test.db, clinic)
  const visit = await anAppointment(test.db, clinic, ben)
  await expect(join({ appointmentId: visit.id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(join({}, clinic.admin)).rejects.toMatchObject({ code: 'not_allowed' })
  await join({ appointmentId: visit.id }, ben)
  await test.db.asOwner(`update appointments set status = 'canceled' where id = $1`, [visit.id])
  expect(
    await test.db.asOwner('select status from waitlist_entries where patient_id = $1', [ben.patientId]),
  ).toEqual([{ status: 'ended' }])
  await expect(join({ appointmentId: visit.id }, ben)).rejects.toMatchObject({ code: 'appointment_over' })
})
