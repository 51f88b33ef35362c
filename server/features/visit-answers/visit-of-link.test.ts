import { afterAll, expect, it } from 'vitest'
import { anAppointment, aVisitLink } from '#testing/appointments.ts'
import { openTestServices } from '#testing/database/services.ts'
import { aRecord } from '#testing/patient-merges.ts'
import { aClinic, aPatient, aVisitor } from '#testing/sign-in/people.ts'
import { visitOfLink } from './visit-of-link.ts'

const test = await openTestServices({ now: '2026-03-10T15:00:00Z' })
afterAll(() => test.close())
const clinic = await aClinic(test.db, { timeZone: 'America/New_York' })

it('shows time and clinic, and nothing about the patient or the kind of visit', async () => {
  const { id } = await anAppointment(test.db, clinic, await aPatient(test.db, clinic), { notes: 'Secret' })
  const token = await aVisitLink(test.db, id)
  expect(await visitOfLink.call(test.services, aVisitor(), { token })).toEqual({
    clinic: { name: clinic.name, phone: null },
    when: 'Monday, March 16, 2026 at 9:00 AM EDT',
    state: 'open',
    cancelWindowHours: expect.any(Number),
    isLate: false,
    portal: `http://${clinic.subdomain}.carefold.localhost:3000/open/v.${id}`,
  })
})

it('leads a patient without an account to no sign-in', async () => {
  const { id } = await anAppointment(test.db, clinic, await { patientId: await aRecord(test.db, clinic) })
  expect(
    await visitOfLink.call(test.services, aVisitor(), { token: await aVisitLink(test.db, id) }),
  ).toMatchObject({
    portal: null,
  })
})

it.each(['completed', 'no_show', 'requested'])('finds no %s visit', async (status) => {
  const { id } = await anAppointment(test.db, clinic, await aPatient(test.db, clinic), { status })
  const token = await aVisitLink(test.db, id)
  await expect(visitOfLink.call(test.services, aVisitor(), { token })).rejects.toMatchObject({
    code: 'not_found',
  })
})
