import { expect, it } from 'vitest'
import type { LinkedVisit } from '#domain/visit-answers/visit-answers.ts'
import { anAppointment, aVisitLink } from '#testing/appointments.ts'
import { aRecord } from '#testing/patient-merges.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient, aVisitor } from '#testing/sign-in/people.ts'
import { anAcceptedFee } from '#testing/visit-fees.ts'
import { visitOfLink } from './visit-of-link.ts'

const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' }, { timeZone: 'America/New_York' })

it('shows time and clinic, and nothing about the patient or the kind of visit', async () => {
  const { id } = await anAppointment(test.db, clinic, await aPatient(test.db, clinic), { notes: 'Secret' })
  const token = await aVisitLink(test.db, id)
  expect(await visitOfLink.call(test.services, aVisitor(), { token })).toEqual({
    clinic: { name: clinic.name, phone: null },
    when: 'Monday, March 16, 2026 at 9:00 AM EDT',
    state: 'open',
    cancelWindowHours: expect.any(Number),
    isLate: false,
    fee: null,
    isForWard: false,
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

it('states the accepted fee once a cancellation is late by the accepted deadline', async () => {
  const feeOf = async (hours: number | null) => {
    const { id } = await anAppointment(test.db, clinic, await aPatient(test.db, clinic), {
      date: '2026-03-11',
    })
    if (hours) await anAcceptedFee(test.db, id, { hours })
    const token = await aVisitLink(test.db, id)
    const { isLate, fee, cancelWindowHours } = (await visitOfLink.call(test.services, aVisitor(), {
      token,
    })) as LinkedVisit
    return { isLate, fee, cancelWindowHours }
  }
  expect(await feeOf(null)).toEqual({ isLate: true, fee: null, cancelWindowHours: 24 })
  expect(await feeOf(2)).toEqual({ isLate: false, fee: null, cancelWindowHours: 2 })
  expect(await feeOf(48)).toEqual({
    isLate: true,
    fee: { cents: 2_500, currency: 'usd' },
    cancelWindowHours: 48,
  })
})
