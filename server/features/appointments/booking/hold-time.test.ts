import { expect, it } from 'vitest'
import { anAppointment, aProvider } from '#testing/appointments.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient, type Member } from '#testing/sign-in/people.ts'
import { bookAppointment } from './book-appointment.ts'
import { holdTime } from './hold-time.ts'

const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' }, { timeZone: 'America/New_York' })
const ann = await aPatient(test.db, clinic)
const ben = await aPatient(test.db, clinic)
const provider = await aProvider(test.db, clinic)

const choice = (time: string) => ({
  appointmentType: 'checkup',
  providerId: provider.id,
  startsAt: `2026-03-16T${time}:00Z`,
})
const hold = (person: Member, time: string) => holdTime.call(test.services, person.caller(), choice(time))
const book = (person: Member, time: string) =>
  bookAppointment.call(test.services, person.caller(), choice(time)) as Promise<{ appointmentId: string }>

it('holds a time for ten minutes, and another hold replaces it', async () => {
  expect(await hold(ann, '13:00')).toEqual({ expiresAt: '2026-03-10T15:10:00.000Z' })
  await expect(hold(ben, '13:15')).rejects.toMatchObject({ code: 'time_taken' })
  await expect(book(ben, '13:00')).rejects.toMatchObject({ code: 'time_taken' })
  await hold(ann, '14:00')
  await hold(ben, '13:00')
  await book(ann, '14:00')
  await book(ben, '13:00')
  expect(await test.db.asOwner('select id from app.appointment_holds')).toEqual([])
})

it('frees the time when it expires', async () => {
  await hold(ann, '15:00')
  test.clock.advance('PT10M')
  await hold(ben, '15:00')
  await expect(book(ann, '15:00')).rejects.toMatchObject({ code: 'time_taken' })
})

it('has one winner', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => aPatient(test.db, clinic)))
  const tries = await Promise.allSettled(people.map((person) => hold(person, '18:00')))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const each of tries)
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'time_taken' })
})

it('refuses times that are not offered, and callers who are not patients', async () => {
  for (const time of ['12:00', '13:07', '23:00'])
    await expect(hold(ann, time)).rejects.toMatchObject({ code: 'time_not_offered' })
  await anAppointment(test.db, clinic, ann, { time: '13:30' })
  await expect(hold(ann, '17:30')).rejects.toMatchObject({ code: 'time_not_offered' })
  await expect(hold(clinic.admin, '19:00')).rejects.toMatchObject({ code: 'not_allowed' })
})
