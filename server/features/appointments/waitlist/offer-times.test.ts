import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { anAppointment, aProvider } from '#testing/appointments.ts'
import { openTestServices, type TestServices } from '#testing/database/services.ts'
import { aClinic, aPatient, type Member, type Patient, type TestClinic } from '#testing/sign-in/people.ts'
import { bookAppointment } from '../booking/book-appointment.ts'
import { cancelAppointment } from '../booking/cancel-appointment.ts'
import { rescheduleAppointment } from '../booking/reschedule-appointment.ts'
import { undoVisitChange } from '../booking/undo-visit-change.ts'
import { saveScheduleException } from '../scheduling/save-schedule-exception.ts'
import { acceptOffer } from './accept-offer.ts'
import { declineOffer } from './decline-offer.ts'
import { joinWaitlist } from './join-waitlist.ts'
import { offerTimes } from './offer-times.ts'

let test: TestServices
let clinic: TestClinic
let provider: { id: string }
let desk: Member
beforeAll(async () => {
  test = await openTestServices({ now: start })
})
afterAll(() => test.close())
beforeEach(async () => {
  clockAt(start)
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  provider = await aProvider(test.db, clinic)
  desk = clinic.admin
})

const start = '2026-03-10T15:00:00Z'
const clockAt = (at: string) => test.clock.setOffset(Date.parse(at) - Date.parse(start))
const run = () => offerTimes(test.services).run({})
const wish = {
  appointmentType: 'checkup',
  providerId: '',
  appointmentId: null,
  days: [],
  opens: null,
  closes: null,
  until: '2026-04-30',
}
const join = (patient: Patient, changes: object = {}) =>
  joinWaitlist.call(test.services, patient.caller(), { ...wish, ...changes })
/** Cancels, and waits until it can no longer be undone. */
async function cancel(appointmentId: string): Promise<void> {
  await cancelAppointment.call(test.services, desk.caller(), { appointmentId, reason: '' })
  test.clock.advance('PT45S')
}
const accept = (patient: Patient, offerId: string) =>
  acceptOffer.call(test.services, patient.caller(), { offerId }) as Promise<{
    appointmentId: string
    became: string
  }>

interface Offer {
  id: string
  patient_id: string
  starts_at: Date
  status: string
}
const offers = () =>
  test.db.asOwner<Offer>(
    'select id, patient_id, starts_at, status from waitlist_offers where clinic_id = $1 order by offered_at, starts_at, id',
    [clinic.id],
  )
const openOffer = async () => (await offers()).filter(({ status }) => status === 'open')

/** A visit of another patient on Monday at 9:00, and patients in line in this order. */
async function aLine(count: number, changes: object = {}) {
  const holder = await aPatient(test.db, clinic)
  const { id } = await anAppointment(test.db, clinic, holder, { providerId: provider.id })
  const line: Patient[] = []
  for (let index = 0; index < count; index++) {
    const patient = await aPatient(test.db, clinic)
    test.clock.advance('PT1S')
    await join(patient, changes)
    line.push(patient)
  }
  return { holder, visitId: id, line }
}

it('offers the time of a canceled visit to one patient at a time, for half an hour, then to the next', async () => {
  const { visitId, line } = await aLine(2)
  await run()
  expect(await offers()).toEqual([])
  await cancel(visitId)
  await run()
  const [first] = await openOffer()
  expect(first).toMatchObject({ patient_id: line[0]?.patientId, starts_at: new Date('2026-03-16T13:00:00Z') })
  const stranger = await aPatient(test.db, clinic)
  const book = (by: Patient) =>
    bookAppointment.call(test.services, by.caller(), {
      appointmentType: 'checkup',
      providerId: provider.id,
      startsAt: '2026-03-16T13:00:00Z',
    })
  await expect(book(stranger)).rejects.toMatchObject({ code: 'time_taken' })
  await expect(book(line[0] as Patient)).rejects.toMatchObject({ code: 'time_not_offered' })
  test.clock.advance('PT29M')
  await run()
  expect(await openOffer()).toEqual([first])
  test.clock.advance('PT1M')
  // ended for the first patient before any job has run, and not yet offered again
  await expect(accept(line[0] as Patient, first?.id ?? '')).rejects.toMatchObject({ code: 'offer_over' })
  await expect(book(stranger)).rejects.toMatchObject({ code: 'time_taken' })
  await run()
  const [second, ...others] = await openOffer()
  expect([second?.patient_id, others]).toEqual([line[1]?.patientId, []])
  test.clock.advance('PT31M')
  await run()
  expect(await openOffer()).toEqual([])
  await book(stranger)
})

it('notifies the patient of an offer once, without its content', async () => {
  const { visitId, line } = await aLine(1)
  await cancel(visitId)
  await Promise.all([run(), run(), run()])
  await run()
  const told = await test.db.asOwner(
    `select kind, key from app.notices where clinic_id = $1 and subject_id = $2 and kind like 'patient_%' and kind <> 'patient_joined'`,
    [clinic.id, line[0]?.patientId],
  )
  const [offer] = await openOffer()
  expect(told).toEqual([{ kind: 'patient_update', key: `patient_update:offer:${offer?.id}` }])
})

it('books an accepted time; a replaced visit moves, and its old time goes to the next in line', async () => {
  const { visitId, line } = await aLine(1)
  const [ann] = line as [Patient]
  const later = await anAppointment(test.db, clinic, ann, {
    providerId: provider.id,
    date: '2026-03-19',
    time: '10:00',
  })
  await join(ann, { appointmentId: later.id })
  const ben = await aPatient(test.db, clinic)
  await join(ben, { days: [4] })
  await cancel(visitId)
  await run()
  const [offer] = await openOffer()
  expect(await accept(ann, offer?.id ?? '')).toEqual({ appointmentId: later.id, became: 'moved' })
  await expect(accept(ann, offer?.id ?? '')).rejects.toMatchObject({ code: 'offer_over' })
  const [row] = await test.db.asOwner('select date, time, status, sequence from appointments where id = $1', [
    later.id,
  ])
  expect(row).toEqual({ date: '2026-03-16', time: '09:00', status: 'upcoming', sequence: 1 })
  await run()
  expect(await openOffer()).toMatchObject([
    { patient_id: ben.patientId, starts_at: new Date('2026-03-19T14:00:00Z') },
  ])
  const [next] = await openOffer()
  expect(await accept(ben, next?.id ?? '')).toMatchObject({ became: 'visit' })
})

it('passes on a declined time at once, and preserves the place in line', async () => {
  const { visitId, line } = await aLine(2)
  await cancel(visitId)
  await run()
  const [offer] = await openOffer()
  await declineOffer.call(test.services, (line[0] as Patient).caller(), { offerId: offer?.id })
  await run()
  expect(await openOffer()).toMatchObject([{ patient_id: line[1]?.patientId }])
  const waiting = await test.db.asOwner(`select status from waitlist_entries where clinic_id = $1`, [
    clinic.id,
  ])
  expect(waiting).toEqual([{ status: 'waiting' }, { status: 'waiting' }])
})

it('skips patients at night, about their own former time, and about a time that does not fit', async () => {
  const { visitId, holder, line } = await aLine(1, { opens: '13:00', closes: '17:00' })
  await join(holder)
  clockAt('2026-03-11T01:30:00Z')
  await cancel(visitId)
  await run()
  expect(await offers()).toEqual([])
  await join(line[0] as Patient, { days: [1] })
  clockAt('2026-03-11T13:00:00Z')
  await run()
  expect(await openOffer()).toMatchObject([{ patient_id: line[0]?.patientId }])
})

it('offers times opened by a moved visit and extra hours', async () => {
  const { visitId } = await aLine(1)
  await rescheduleAppointment.call(test.services, desk.caller(), {
    appointmentId: visitId,
    version: 1,
    appointmentType: 'checkup',
    providerId: provider.id,
    roomId: '',
    date: '2026-03-17',
    time: '11:00',
    duration: 30,
    notes: '',
  })
  await run()
  expect(await openOffer()).toEqual([])
  // the move can no longer be undone
  test.clock.advance('PT45S')
  await run()
  const [moved] = await openOffer()
  expect(moved?.starts_at).toEqual(new Date('2026-03-16T13:00:00Z'))
  const second = await aPatient(test.db, clinic)
  const third = await aPatient(test.db, clinic)
  for (const each of [second, third]) await join(each, { days: [6] })
  await saveScheduleException.call(test.services, desk.caller(), {
    providerId: provider.id,
    kind: 'extra',
    title: '',
    startsOn: '2026-03-21',
    endsOn: '2026-03-21',
    opens: '09:00',
    closes: '11:00',
  })
  await run()
  expect((await openOffer()).slice(1)).toMatchObject([
    { starts_at: new Date('2026-03-21T13:00:00Z') },
    { starts_at: new Date('2026-03-21T14:00:00Z') },
  ])
})

it('offers no time that a move left and its undo can restore, also one that an earlier move left', async () => {
  const { visitId } = await aLine(1)
  const move = (version: number, date: string) =>
    rescheduleAppointment.call(test.services, desk.caller(), {
      ...{ appointmentId: visitId, version, appointmentType: 'checkup', providerId: provider.id, roomId: '' },
      ...{ date, time: '09:00', duration: 30, notes: '' },
    }) as Promise<{ version: number }>
  const undo = (version: number) =>
    undoVisitChange.call(test.services, desk.caller(), { appointmentId: visitId, version })
  const first = await move(1, '2026-03-17')
  test.clock.advance('PT20S')
  await undo(first.version)
  const second = await move(first.version + 1, '2026-03-18')
  // the first move could be undone until now, the second for 20 more seconds
  test.clock.advance('PT25S')
  await run()
  expect(await openOffer()).toEqual([])
  await expect(undo(second.version)).resolves.toEqual({ restored: 1 })
  test.clock.advance('PT1H')
  await run()
  expect((await offers()).map(({ starts_at: at }) => at.toISOString())).not.toContain(
    '2026-03-16T13:00:00.000Z',
  )
})

it('offers another provider to a patient whose chosen provider no longer takes appointments', async () => {
  const chosen = await aProvider(test.db, clinic)
  const { visitId, line } = await aLine(1, { providerId: chosen.id })
  await cancel(visitId)
  await run()
  expect(await offers()).toEqual([])
  const again = await aLine(0)
  await test.db.asOwner('update providers set takes_appointments = false where id = $1', [chosen.id])
  await cancel(again.visitId)
  await run()
  expect(await openOffer()).toMatchObject([{ patient_id: line[0]?.patientId }])
})

it('with two workers and a late answer, offers each time once and books it once', async () => {
  for (let round = 0; round < 4; round++) {
    clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
    provider = await aProvider(test.db, clinic)
    desk = clinic.admin
    clockAt(start)
    const { visitId, line } = await aLine(2)
    await cancel(visitId)
    await Promise.all([run(), run()])
    const [offer, ...more] = await openOffer()
    expect(more).toEqual([])
    // just before or after the end: the answer races with two workers
    test.clock.advance(round % 2 === 0 ? 'PT29M59S' : 'PT30M')
    const answers = await Promise.allSettled([accept(line[0] as Patient, offer?.id ?? ''), run(), run()])
    const isBooked = answers[0]?.status === 'fulfilled'
    expect(isBooked).toBe(round % 2 === 0)
    await run()
    expect((await openOffer()).map(({ patient_id: id }) => id)).toEqual(isBooked ? [] : [line[1]?.patientId])
    const booked = await test.db.asOwner(
      `select patient_id from appointments where clinic_id = $1 and status = 'upcoming'`,
      [clinic.id],
    )
    expect(booked).toEqual(isBooked ? [{ patient_id: line[0]?.patientId }] : [])
  }
})
