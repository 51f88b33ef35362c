import { beforeEach, expect, it } from 'vitest'
import type { VisitCalls } from '#domain/appointments/visit-calls.ts'
import { anAppointment, aProvider } from '#testing/appointments.ts'
import { aRecord } from '#testing/patient-merges.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type Member, type TestClinic } from '#testing/sign-in/people.ts'
import { anOffer, aWaitlistEntry } from '#testing/waitlist.ts'
import { cancelAppointment } from '../booking/cancel-appointment.ts'
import { openVisits } from '../calendar/open-visits.ts'
import { visitCalls } from '../calls/visit-calls.ts'
import { acceptOffer } from './accept-offer.ts'
import { addToWaitlist } from './add-to-waitlist.ts'
import { answerOffer } from './answer-offer.ts'
import { offerTimes } from './offer-times.ts'

const start = '2026-03-10T15:00:00Z'
let clinic: TestClinic
let desk: Member
let rosa: string
const test = await setUpServices({ now: start })
beforeEach(async () => {
  test.clock.setOffset(0)
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  desk = await aStaffMember(test.db, clinic)
  rosa = await aRecord(test.db, clinic, 'Rosa Diaz')
})

const answer = (offerId: string, given: 'accepted' | 'declined', by: Pick<Member, 'caller'> = desk) =>
  answerOffer.call(test.services, by.caller(), { offerId, answer: given })
const toCall = async () =>
  ((await visitCalls.call(test.services, desk.caller(), {})) as VisitCalls).offers.map(
    ({ patientName, startsAt }) => [patientName, startsAt],
  )
const countOnToday = async () =>
  ((await openVisits.call(test.services, desk.caller(), {})) as { calls: number | null }).calls
const statusOf = (offerId: string) =>
  test.db.asOwner(
    'select o.status, w.status as entry from waitlist_offers o join waitlist_entries w on w.id = o.entry_id where o.id = $1',
    [offerId],
  )

it('lists an opened time to call for a patient without an account, then notifies the next in line', async () => {
  const provider = await aProvider(test.db, clinic)
  const holder = await aPatient(test.db, clinic)
  const { id } = await anAppointment(test.db, clinic, holder, { providerId: provider.id })
  const add = (patientId: string) =>
    addToWaitlist.call(test.services, desk.caller(), {
      patientId,
      appointmentType: 'checkup',
      providerId: '',
      appointmentId: null,
      ...{ days: [], opens: null, closes: null, until: '2026-04-30' },
    })
  await add(rosa)
  test.clock.advance('PT1S')
  const ann = await aPatient(test.db, clinic)
  await add(ann.patientId)
  await cancelAppointment.call(test.services, desk.caller(), { appointmentId: id, reason: '' })
  test.clock.advance('PT45S')
  const run = () => offerTimes(test.services).run({})
  const news = () =>
    test.db.asOwner<{ subject_id: string }>(
      `select subject_id from app.notices where clinic_id = $1 and kind = 'patient_update'`,
      [clinic.id],
    )
  await run()
  expect(await toCall()).toEqual([['Rosa Diaz', '2026-03-16T13:00:00.000Z']])
  expect(await news()).toEqual([])
  const [offer] = await test.db.asOwner<{ id: string }>(
    `select id from waitlist_offers where clinic_id = $1 and status = 'open'`,
    [clinic.id],
  )
  // a double click
  for (const _ of [1, 2]) expect(await answer(offer?.id ?? '', 'declined')).toEqual({ became: 'declined' })
  await run()
  expect(await toCall()).toEqual([])
  expect(await news()).toEqual([{ subject_id: ann.patientId }])
  expect(await statusOf(offer?.id ?? '')).toEqual([{ status: 'declined', entry: 'waiting' }])
})

it('books as the team, also where the clinic confirms requests, once', async () => {
  await test.db.asOwner(
    `update appointment_types set patients_book = 'request' where clinic_id = $1 and key = 'checkup'`,
    [clinic.id],
  )
  const offerId = await anOffer(test.db, clinic, { patientId: rosa }, { startsAt: '2040-06-04T15:00:00Z' })
  expect(await answer(offerId, 'accepted')).toEqual({ became: 'visit' })
  await expect(answer(offerId, 'accepted')).rejects.toMatchObject({ code: 'offer_over' })
  expect(await answer(offerId, 'declined')).toEqual({ became: 'declined' })
  expect(await statusOf(offerId)).toEqual([{ status: 'accepted', entry: 'booked' }])
  const visits = await test.db.asOwner(
    'select status, booked_by, booked_by_patient, starts_at from appointments where patient_id = $1',
    [rosa],
  )
  expect(visits).toEqual([
    {
      status: 'upcoming',
      booked_by: desk.userId,
      booked_by_patient: false,
      starts_at: new Date('2040-06-04T15:00:00Z'),
    },
  ])
  expect(
    await test.db.asOwner('select action, actor_id, patient_ids from app.audit_log where subject_id = $1', [
      offerId,
    ]),
  ).toEqual([{ action: 'waitlist.offer_accepted', actor_id: desk.userId, patient_ids: [rosa] }])
})

it('moves the visit that the time replaces', async () => {
  const { id } = await anAppointment(test.db, clinic, { patientId: rosa })
  await aWaitlistEntry(test.db, clinic, { patientId: rosa }, { appointmentId: id })
  const offerId = await anOffer(test.db, clinic, { patientId: rosa }, { startsAt: '2026-03-12T15:00:00Z' })
  expect(await answer(offerId, 'accepted')).toEqual({ became: 'moved' })
  expect(
    await test.db.asOwner('select id, starts_at from appointments where patient_id = $1', [rosa]),
  ).toEqual([{ id, starts_at: new Date('2026-03-12T15:00:00Z') }])
})

it('takes one answer of the desk and the patient', async () => {
  const ann = await aPatient(test.db, clinic)
  const offerId = await anOffer(test.db, clinic, ann)
  const both = await Promise.allSettled([
    answer(offerId, 'accepted'),
    acceptOffer.call(test.services, ann.caller(), { offerId }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(
    await test.db.asOwner('select 1 from appointments where patient_id = $1', [ann.patientId]),
  ).toHaveLength(1)
})

it('counts on Today as a call, but not for a patient who answers online, or after half an hour', async () => {
  await anOffer(test.db, clinic, await aPatient(test.db, clinic))
  expect(await countOnToday()).toBe(0)
  const offerId = await anOffer(test.db, clinic, { patientId: rosa }, { expiresAt: '2026-03-10T15:30:00Z' })
  expect(await toCall()).toHaveLength(1)
  expect(await countOnToday()).toBe(1)
  test.clock.advance('PT30M')
  expect(await toCall()).toEqual([])
  expect(await countOnToday()).toBe(0)
  await expect(answer(offerId, 'accepted')).rejects.toMatchObject({ code: 'offer_over' })
})
