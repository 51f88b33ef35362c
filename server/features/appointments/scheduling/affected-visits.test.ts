import { beforeEach, describe, expect, it } from 'vitest'
import type { AffectedVisits, NotSaved } from '#domain/appointments/affected-visits.ts'
import type { Action } from '#server/clinic/action.ts'
import { updateClinicProfile } from '#server/features/clinics/update-clinic-profile.ts'
import { anAppointment, aProvider, aRoom } from '#testing/appointments.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, type Patient, type TestClinic } from '#testing/sign-in/people.ts'
import { bookAppointment } from '../booking/book-appointment.ts'
import { removeScheduleException } from './remove-schedule-exception.ts'
import { saveAppointmentType } from './save-appointment-type.ts'
import { saveProvider } from './save-provider.ts'
import { saveRoom } from './save-room.ts'
import { saveScheduleException } from './save-schedule-exception.ts'

const test = await setUpServices({ now: '2026-03-10T15:00:00Z' })

let clinic: TestClinic
let rosa: Patient
let elena: Awaited<ReturnType<typeof aProvider>>
beforeEach(async () => {
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  rosa = await aPatient(test.db, clinic)
  elena = await aProvider(test.db, clinic)
})

const call = <Answer = NotSaved>(action: Action, input: object) =>
  action.call(test.services, clinic.admin.caller(), input) as Promise<Answer>
const visit = (time: string, date = '2026-03-16') =>
  anAppointment(test.db, clinic, rosa, { time, date, providerId: elena.id })
const problemsOf = ({ affected }: NotSaved) => affected.visits.map(({ problem }) => problem)

const hours = (day: number, opens: string, closes: string) => ({
  ...{ day, opens, closes },
  validFrom: '2026-01-01',
  validUntil: null,
})
const providerForm = (changes: object = {}) => ({
  providerId: elena.id,
  version: 1,
  userId: elena.person.userId,
  name: 'Elena',
  title: '',
  types: [],
  isActive: true,
  hours: [1, 2, 3, 4, 5].map((day) => hours(day, '09:00', '17:00')),
  ...changes,
})
const typeForm = (changes: object = {}) => ({
  ...{ key: 'checkup', version: 1, name: 'Check-up', durationMinutes: 30, beforeMinutes: 0, afterMinutes: 0 },
  ...{ place: 'in_person', videoLink: '', patientsBook: 'yes', minNoticeMinutes: 60, maxNoticeDays: 60 },
  ...{ cancelWindowHours: 24, cancelPolicy: '', bring: '', isActive: true, plans: [] },
  ...{ lateCancelFeeCents: null, noShowFeeCents: null, feeText: '' },
  ...changes,
})
const dayOff = (changes: object = {}) => ({
  ...{ providerId: elena.id, kind: 'off', title: '', startsOn: '2026-03-16', endsOn: '2026-03-16' },
  ...{ opens: null, closes: null },
  ...changes,
})
const profile = (changes: object = {}) => ({
  ...{ name: clinic.name, timeZone: 'America/New_York', color: 'plum' },
  ...changes,
})

describe('shorter hours of a provider', () => {
  const shorter = (confirmed?: string) =>
    providerForm({ hours: [hours(1, '09:00', '12:00')], ...(confirmed && { confirmed }) })

  it('are not saved before the visits outside them are confirmed', async () => {
    await visit('09:00')
    const outside = [await visit('14:00'), await visit('09:00', '2026-03-17')]
    const answer = await call(saveProvider, shorter())
    expect(answer.affected).toMatchObject({
      count: 2,
      visits: [
        { appointmentId: outside[0]?.id, patientName: rosa.name, problem: 'hours' },
        { appointmentId: outside[1]?.id, startsAt: '2026-03-17T13:00:00.000Z', problem: 'hours' },
      ],
    })
    const saved = () =>
      test.db.asOwner(
        `select p.version, count(h.*)::integer as hours from providers p join provider_hours h on h.provider_id = p.id
          where p.id = $1 group by 1`,
        [elena.id],
      )
    expect(await saved()).toEqual([{ version: 1, hours: 5 }])
    expect(
      await test.db.asOwner(
        `select 1 from app.audit_log where action = 'schedule.provider_saved' and clinic_id = $1`,
        [clinic.id],
      ),
    ).toEqual([])
    expect(
      await test.db.asOwner(
        `select patient_ids from app.audit_log where purpose = 'affected-visits' and clinic_id = $1`,
        [clinic.id],
      ),
    ).toEqual([{ patient_ids: [rosa.patientId] }])
    expect(await call(saveProvider, shorter(answer.affected.seen))).toMatchObject({ version: 2 })
    expect(await saved()).toEqual([{ version: 2, hours: 1 }])
    expect(
      await test.db.asOwner(`select status from appointments where provider_id = $1`, [elena.id]),
    ).toEqual(Array.from({ length: 3 }, () => ({ status: 'upcoming' })))
  })

  it('ask again if another visit was booked after the question', async () => {
    await visit('14:00')
    const first = await call(saveProvider, shorter())
    await bookAppointment.call(test.services, (await aPatient(test.db, clinic)).caller(), {
      appointmentType: 'checkup',
      providerId: elena.id,
      startsAt: '2026-03-16T19:00:00Z',
    })
    const second = await call(saveProvider, shorter(first.affected.seen))
    expect(second.affected.count).toBe(2)
    expect(await call(saveProvider, shorter(second.affected.seen))).toMatchObject({ version: 2 })
  })

  it('and a booking at the same time: it is asked about, or refused', async () => {
    for (let round = 0; round < 5; round++) {
      elena = await aProvider(test.db, clinic)
      const patient = await aPatient(test.db, clinic)
      const [booked, saved] = await Promise.allSettled([
        bookAppointment.call(test.services, patient.caller(), {
          appointmentType: 'checkup',
          providerId: elena.id,
          startsAt: '2026-03-16T19:00:00Z',
        }),
        call(saveProvider, shorter()),
      ])
      if (booked.status === 'fulfilled') expect(saved).toMatchObject({ value: { affected: { count: 1 } } })
      else {
        expect(booked.reason).toMatchObject({ code: 'time_not_offered' })
        expect(saved).toMatchObject({ value: { version: 2 } })
      }
    }
  })

  it('do not ask about past and canceled visits, and visits that did not fit before', async () => {
    await visit('20:00')
    await visit('14:00', '2026-03-09')
    const { id } = await visit('15:00')
    await test.db.asOwner(`update appointments set status = 'canceled' where id = $1`, [id])
    expect(await call(saveProvider, shorter())).toMatchObject({ version: 2 })
  })
})

it.each<[string, Action, () => object | Promise<object>, string]>([
  ['a provider takes no appointments', saveProvider, () => providerForm({ isActive: false }), 'provider'],
  ['a provider offers fewer kinds', saveProvider, () => providerForm({ types: ['therapy'] }), 'kind'],
  ['a day off', saveScheduleException, () => dayOff(), 'hours'],
  ['a closed afternoon', saveScheduleException, () => dayOff({ opens: '13:00', closes: '15:00' }), 'hours'],
  ['a holiday of the clinic', saveScheduleException, () => dayOff({ providerId: null }), 'hours'],
  ['a kind that is no longer offered', saveAppointmentType, () => typeForm({ isActive: false }), 'type'],
  ['another length of a kind', saveAppointmentType, () => typeForm({ durationMinutes: 45 }), 'length'],
  ['another time zone', updateClinicProfile, () => profile({ timeZone: 'America/Chicago' }), 'zone'],
  [
    'shorter opening hours',
    updateClinicProfile,
    () => profile({ openingHours: [{ day: 1, opens: '09:00', closes: '12:00' }] }),
    'opening',
  ],
])('%s: asks about the visit, then saves', async (_change, action, input, problem) => {
  await visit('14:00')
  const form = await input()
  const answer = await call(action, form)
  expect(problemsOf(answer)).toEqual([problem])
  expect(
    await call<{ affected?: AffectedVisits }>(action, { ...form, confirmed: 'of other visits' }),
  ).toEqual(answer)
  const saved = await call<{ affected?: AffectedVisits }>(action, {
    ...form,
    confirmed: answer.affected.seen,
  })
  expect(saved.affected).toBeUndefined()
})

it('a room in which visits are planned', async () => {
  const { id } = await visit('14:00')
  const roomId = await aRoom(test.db, clinic)
  await test.db.asOwner('update appointments set room_id = $2 where id = $1', [id, roomId])
  const form = { roomId, version: 1, name: 'Blue room', isActive: false }
  const answer = await call(saveRoom, form)
  expect(problemsOf(answer)).toEqual(['room'])
  expect(await call(saveRoom, { ...form, isActive: true })).toEqual({ roomId, version: 2 })
  expect(await call(saveRoom, { ...form, version: 2, confirmed: answer.affected.seen })).toEqual({
    roomId,
    version: 3,
  })
})

it('extra hours with a visit', async () => {
  const { exceptionId } = await call<{ exceptionId: string }>(
    saveScheduleException,
    dayOff({ kind: 'extra', startsOn: '2026-03-21', endsOn: '2026-03-21', opens: '10:00', closes: '12:00' }),
  )
  await visit('10:00', '2026-03-21')
  const answer = await call(removeScheduleException, { exceptionId })
  expect(problemsOf(answer)).toEqual(['hours'])
  expect(
    await test.db.asOwner('select 1 from schedule_exceptions where id = $1', [exceptionId]),
  ).toHaveLength(1)
  expect(await call(removeScheduleException, { exceptionId, confirmed: answer.affected.seen })).toEqual({
    success: true,
  })
})

it('a change that affects no visit is saved at once', async () => {
  await visit('14:00')
  expect(await call(saveProvider, providerForm({ name: 'Elena Ruiz' }))).toMatchObject({ version: 2 })
  expect(
    await call(saveScheduleException, dayOff({ startsOn: '2026-03-18', endsOn: '2026-03-18' })),
  ).toMatchObject({ exceptionId: expect.any(String) })
  expect(await call(saveAppointmentType, typeForm({ name: 'A check-up' }))).toMatchObject({ version: 2 })
  expect(
    await call(updateClinicProfile, profile({ openingHours: [{ day: 1, opens: '08:00', closes: '18:00' }] })),
  ).toMatchObject({ clinic: {} })
})

it('a caller without the required second step learns nothing about visits', async () => {
  const roomId = await aRoom(test.db, clinic)
  await test.db.asOwner('update clinic_security set requires_mfa = true where clinic_id = $1', [clinic.id])
  const retire = (version: number) => call(saveRoom, { roomId, version, name: 'Blue room', isActive: false })
  expect(await retire(1)).toEqual({ roomId, version: 2 })
  await visit('14:00')
  await expect(retire(2)).rejects.toMatchObject({ code: 'second_step_required' })
})
