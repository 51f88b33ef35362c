import { expect, it } from 'vitest'
import type { HeldTimesView } from '#domain/calendar/held-times.ts'
import { aProvider } from '#testing/appointments.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient } from '#testing/sign-in/people.ts'
import { holdTime } from '../booking/hold-time.ts'
import { heldTimes } from './held-times.ts'

const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' }, { timeZone: 'America/New_York' })

it('shows the team the held times of the clinic’s days until they expire, without the patient', async () => {
  const patient = await aPatient(test.db, clinic)
  const provider = await aProvider(test.db, clinic, { opens: '09:00', closes: '23:59' })
  const startsAt = '2026-03-18T03:00:00.000Z'
  await holdTime.call(test.services, patient.caller(), {
    appointmentType: 'checkup',
    providerId: provider.id,
    startsAt,
  })
  const on = async (from: string, days = 1, by = clinic.admin) =>
    ((await heldTimes.call(test.services, by.caller(), { from, days })) as HeldTimesView).times
  const [held] = await on('2026-03-17')
  expect(held).toEqual({
    id: expect.any(String),
    providerId: provider.id,
    startsAt,
    endsAt: '2026-03-18T03:30:00.000Z',
    isOffer: false,
  })
  expect(await on('2026-03-18')).toEqual([])
  expect(await on('2026-03-01', 31)).toHaveLength(1)
  const other = await aClinic(test.db)
  expect(await on('2026-03-01', 31, other.admin)).toEqual([])
  await expect(on('2026-03-17', 1, patient as never)).rejects.toMatchObject({ code: 'not_allowed' })
  test.clock.advance('PT10M')
  expect(await on('2026-03-17')).toEqual([])
})
