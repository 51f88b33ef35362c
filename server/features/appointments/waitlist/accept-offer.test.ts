import { expect, it } from 'vitest'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'
import { anOffer } from '#testing/waitlist.ts'
import { acceptOffer } from './accept-offer.ts'

const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' }, { timeZone: 'America/New_York' })
const ann = await aPatient(test.db, clinic)

const answer = (offerId: string, by: { caller: Patient['caller'] } = ann) =>
  acceptOffer.call(test.services, by.caller(), { offerId })

it('books the time, or requests it where the clinic confirms first', async () => {
  await test.db.asOwner(
    `update appointment_types set patients_book = 'request' where clinic_id = $1 and key = 'checkup'`,
    [clinic.id],
  )
  const offerId = await anOffer(test.db, clinic, ann, { startsAt: '2040-06-04T15:00:00Z' })
  const taken = (await answer(offerId)) as { appointmentId: string; became: string }
  expect(taken.became).toBe('request')
  const [visit] = await test.db.asOwner(
    'select status, booked_by_patient, starts_at, duration_minutes from appointments where id = $1',
    [taken.appointmentId],
  )
  expect(visit).toEqual({
    status: 'requested',
    booked_by_patient: true,
    starts_at: new Date('2040-06-04T15:00:00Z'),
    duration_minutes: 30,
  })
  await expect(answer(offerId)).rejects.toMatchObject({ code: 'offer_over' })
})

it('is refused from the second at which the offer ends', async () => {
  const offerId = await anOffer(test.db, clinic, ann, { expiresAt: '2026-03-10T15:30:00Z' })
  test.clock.advance('PT30M')
  await expect(answer(offerId)).rejects.toMatchObject({ code: 'offer_over' })
})
