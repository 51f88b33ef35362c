import { expect, it } from 'vitest'
import { aProvider } from '#testing/appointments.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient, type Member } from '#testing/sign-in/people.ts'
import { bookAppointment } from './book-appointment.ts'

const dayMs = 24 * 60 * 60_000
/** `RACES=100` for the full proof. */
const races = Number(process.env.RACES ?? 1)

const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' }, { timeZone: 'America/New_York' })
const ann = await aPatient(test.db, clinic)
const provider = await aProvider(test.db, clinic)

const book = (person: Member, startsAt: string, changes: object = {}) =>
  bookAppointment.call(test.services, person.caller(), {
    appointmentType: 'checkup',
    providerId: provider.id,
    startsAt,
    ...changes,
  }) as Promise<{ appointmentId: string; isRequest: boolean }>

it('books a visit of its type’s length, and notifies the provider', async () => {
  const { appointmentId, isRequest } = await book(ann, '2026-03-16T13:00:00Z', { appointmentType: 'therapy' })
  expect(isRequest).toBe(false)
  const [row] = await test.db.asOwner(
    `select patient_id, provider_id, type, status, date, time, duration_minutes, booked_by, booked_by_patient
       from appointments where id = $1`,
    [appointmentId],
  )
  expect(row).toEqual({
    patient_id: ann.patientId,
    provider_id: provider.id,
    type: 'therapy',
    status: 'upcoming',
    date: '2026-03-16',
    time: '09:00',
    duration_minutes: 60,
    booked_by: ann.userId,
    booked_by_patient: true,
  })
  expect(
    await test.db.asOwner('select kind from user_notices where user_id = $1', [provider.person.userId]),
  ).toEqual([{ kind: 'appointment_booked' }])
})

it('takes the time when the clinic confirms requests first', async () => {
  await test.db.asOwner(
    `update appointment_types set patients_book = 'request' where clinic_id = $1 and key = 'consultation'`,
    [clinic.id],
  )
  const ben = await aPatient(test.db, clinic)
  const at = '2026-03-17T13:00:00Z'
  const asked = await book(ben, at, { appointmentType: 'consultation' })
  expect(asked).toMatchObject({ isRequest: true })
  expect(
    await test.db.asOwner('select kind from user_notices where subject_id = $1', [asked.appointmentId]),
  ).toEqual([{ kind: 'appointment_requested' }])
  await expect(book(ann, at)).rejects.toMatchObject({ code: 'time_taken' })
})

it(
  'lets one of fifty patients book a time, and answers the others that it is taken',
  async () => {
    const people = await Promise.all(Array.from({ length: 50 }, () => aPatient(test.db, clinic)))
    for (let race = 0; race < races; race++) {
      // one week apart, half an hour later after eight weeks
      const at =
        Date.parse('2026-03-18T13:00:00Z') + (race % 7) * 7 * dayMs + Math.floor(race / 7) * 30 * 60_000
      const tries = await Promise.allSettled(people.map((person) => book(person, new Date(at).toISOString())))
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const each of tries)
        if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'time_taken', status: 409 })
    }
    const [doubles] = await test.db.asOwner(
      `select count(*)::integer as count from appointments a join appointments b on b.clinic_id = a.clinic_id and b.id > a.id
          and (b.provider_id = a.provider_id or b.patient_id = a.patient_id)
          and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
        where a.clinic_id = $1 and a.status <> 'canceled' and b.status <> 'canceled'`,
      [clinic.id],
    )
    expect(doubles).toEqual({ count: 0 })
  },
  60_000 + races * 20_000,
)

it('refuses times that are not offered, and callers who are not patients', async () => {
  await expect(book(ann, '2026-03-15T13:00:00Z')).rejects.toMatchObject({ code: 'time_not_offered' })
  const unproven = await aPatient(test.db, clinic, { status: 'pending' })
  await expect(book(unproven, '2026-03-19T13:00:00Z')).rejects.toMatchObject({ code: expect.any(String) })
  await expect(book(clinic.admin, '2026-03-19T13:00:00Z')).rejects.toMatchObject({ code: 'not_allowed' })
})
