import { expect, it } from 'vitest'
import { anAppointment, aProvider } from '#testing/appointments.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { cancelAppointment } from './cancel-appointment.ts'
import { rescheduleAppointment } from './reschedule-appointment.ts'
import { scheduleAppointment } from './schedule-appointment.ts'
import { undoVisitChange } from './undo-visit-change.ts'

const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' }, { timeZone: 'America/New_York' })
const ann = await aStaffMember(test.db, clinic)
const provider = await aProvider(test.db, clinic)

const form = (changes: object = {}) => ({
  version: 1,
  appointmentType: 'checkup',
  providerId: '',
  roomId: '',
  date: '2026-03-17',
  time: '10:00',
  duration: 30,
  notes: '',
  ...changes,
})
const move = (appointmentId: string, changes: object = {}, by: Member = ann) =>
  rescheduleAppointment.call(test.services, by.caller(), { appointmentId, ...form(changes) })
const datesOf = async (patientId: string) =>
  (
    await test.db.asOwner<{ date: string; time: string }>(
      `select date, time from appointments where patient_id = $1 and status <> 'canceled' order by date`,
      [patientId],
    )
  ).map(({ date, time }) => `${date} ${time}`)

it('moves a visit, records the old time, and notifies the old and new provider', async () => {
  const patient = await aPatient(test.db, clinic)
  const other = await aProvider(test.db, clinic)
  const { id } = await anAppointment(test.db, clinic, patient, { providerId: provider.id })
  expect(await move(id, { providerId: other.id })).toEqual({
    ...{ version: 2, moved: 1, retained: 0, notifies: true },
  })
  expect(await datesOf(patient.patientId)).toEqual(['2026-03-17 10:00'])
  const [fact] = await test.db.asOwner(
    `select changed_by, to_char(was_starts_at at time zone 'America/New_York', 'YYYY-MM-DD HH24:MI') as was
       from appointment_changes where appointment_id = $1 and kind = 'moved'`,
    [id],
  )
  expect(fact).toEqual({ changed_by: ann.userId, was: '2026-03-16 09:00' })
  for (const { person } of [provider, other])
    expect(
      await test.db.asOwner('select kind from user_notices where user_id = $1 and subject_id = $2', [
        person.userId,
        id,
      ]),
    ).toEqual([{ kind: 'appointment_moved' }])
})

it('does not move a visit ahead before now, and corrects the time of one that has begun', async () => {
  const patient = await aPatient(test.db, clinic)
  const { id } = await anAppointment(test.db, clinic, patient)
  // it is 11:00 at the clinic
  await expect(move(id, { date: '2026-03-10', time: '10:30' })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path: 'time', message: 'This time has passed. Please choose a later time.' }],
  })
  const { appointmentId: walkIn } = (await scheduleAppointment.call(test.services, ann.caller(), {
    ...form({ date: '2026-03-10', time: '10:00' }),
    patientId: patient.patientId,
  })) as { appointmentId: string }
  await expect(move(walkIn, { date: '2026-03-10', time: '10:30' })).resolves.toMatchObject({ moved: 1 })
})

it('notifies both providers of a handover, which is no move, and withdraws it when it is undone', async () => {
  const patient = await aPatient(test.db, clinic)
  const other = await aProvider(test.db, clinic)
  const { id } = await anAppointment(test.db, clinic, patient, {
    providerId: provider.id,
    date: '2026-08-18',
  })
  await move(id, { providerId: other.id, date: '2026-08-18', time: '09:00' })
  const kinds = () => test.db.asOwner('select kind from user_notices where subject_id = $1', [id])
  expect(await kinds()).toEqual([{ kind: 'appointment_handed_over' }, { kind: 'appointment_handed_over' }])
  await undoVisitChange.call(test.services, ann.caller(), { appointmentId: id, version: 2 })
  expect(await kinds()).toEqual([])
})

it('moves one visit of a series, or this and all later ones except those moved separately', async () => {
  const patient = await aPatient(test.db, clinic)
  const { appointmentId } = (await scheduleAppointment.call(test.services, ann.caller(), {
    ...form(),
    patientId: patient.patientId,
    date: '2026-04-06',
    repeat: { everyDays: 7, count: 4 },
  })) as { appointmentId: string }
  const ids = await test.db.asOwner<{ id: string }>(
    'select id from appointments where patient_id = $1 order by date',
    [patient.patientId],
  )
  expect(ids[0]?.id).toBe(appointmentId)
  await move(ids[3]?.id ?? '', { date: '2026-04-28', scope: 'one' })
  expect(
    await move(ids[1]?.id ?? '', { date: '2026-04-20', time: '11:00', scope: 'following' }),
  ).toMatchObject({ moved: 2, retained: 1 })
  expect(await datesOf(patient.patientId)).toEqual([
    '2026-04-06 10:00',
    '2026-04-20 11:00',
    '2026-04-27 11:00',
    '2026-04-28 10:00',
  ])
  // planned for May 4 meanwhile: included, it takes the day and time of the others
  expect(
    await move(ids[1]?.id ?? '', {
      version: 2,
      ...{ date: '2026-04-20', time: '12:00', scope: 'following', includesOwn: true },
    }),
  ).toMatchObject({ moved: 3, retained: 0 })
  expect(await datesOf(patient.patientId)).toEqual([
    '2026-04-06 10:00',
    '2026-04-20 12:00',
    '2026-04-27 12:00',
    '2026-05-04 12:00',
  ])
  const cancel = await cancelAppointment.call(test.services, ann.caller(), {
    appointmentId: ids[2]?.id ?? '',
    reason: '',
    scope: 'following',
  })
  expect(cancel).toMatchObject({ canceled: 2 })
})

it('changes only the provider of the later visits, and not the time of one that the data API moved', async () => {
  const patient = await aPatient(test.db, clinic)
  const other = await aProvider(test.db, clinic)
  const { appointmentId } = (await scheduleAppointment.call(test.services, ann.caller(), {
    ...form({ providerId: provider.id }),
    patientId: patient.patientId,
    date: '2026-06-01',
    repeat: { everyWeeks: 1, weekdays: [1, 3], count: 4 },
  })) as { appointmentId: string }
  await test.db.asOwner(
    `update appointments set time = '15:00' where patient_id = $1 and date = '2026-06-03'`,
    [patient.patientId],
  )
  expect(
    await move(appointmentId, { date: '2026-06-01', providerId: other.id, scope: 'following' }),
  ).toMatchObject({ moved: 4, retained: 0 })
  expect(await datesOf(patient.patientId)).toEqual([
    '2026-06-01 10:00',
    '2026-06-03 15:00',
    '2026-06-08 10:00',
    '2026-06-10 10:00',
  ])
  const providers = await test.db.asOwner(
    'select distinct provider_id from appointments where patient_id = $1',
    [patient.patientId],
  )
  expect(providers).toEqual([{ provider_id: other.id }])
})

it('refuses a taken time, an outdated form, and a past visit', async () => {
  const [patient, other] = [await aPatient(test.db, clinic), await aPatient(test.db, clinic)]
  await anAppointment(test.db, clinic, other, { date: '2026-03-18', providerId: provider.id })
  const { id } = await anAppointment(test.db, clinic, patient)
  await expect(
    move(id, { date: '2026-03-18', time: '09:15', providerId: provider.id }),
  ).rejects.toMatchObject({ code: 'time_taken' })
  await expect(move(id, { version: 9 })).rejects.toMatchObject({ code: 'changed_elsewhere' })
  const over = await anAppointment(test.db, clinic, patient, { date: '2026-03-02', status: 'completed' })
  await expect(move(over.id)).rejects.toMatchObject({ code: 'appointment_over' })
})

it('answers not_found for another clinic’s visit and an unknown one', async () => {
  const there = await aClinic(test.db)
  const { id } = await anAppointment(test.db, there, await aPatient(test.db, there))
  for (const appointmentId of [id, crypto.randomUUID()])
    await expect(move(appointmentId)).rejects.toMatchObject({ code: 'not_found' })
})
