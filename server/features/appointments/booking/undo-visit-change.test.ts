import { beforeEach, describe, expect, it } from 'vitest'
import { anAppointment, aProvider, aRoom } from '#testing/appointments.ts'
import { aGuardian, setBirthDate } from '#testing/guardians.ts'
import { drainOutboxes } from '#testing/outbox.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type Member, type Patient } from '#testing/sign-in/people.ts'
import { cancelAppointment } from './cancel-appointment.ts'
import { rescheduleAppointment } from './reschedule-appointment.ts'
import { scheduleAppointment } from './schedule-appointment.ts'
import { undoVisitChange } from './undo-visit-change.ts'

let ann: Patient
let provider: { id: string; person: Member }
const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' }, { timeZone: 'America/New_York' })
const desk = await aStaffMember(test.db, clinic)
beforeEach(async () => {
  test.clock.setOffset(0)
  ann = await aPatient(test.db, clinic)
  provider = await aProvider(test.db, clinic)
  await test.services.jobs.drain()
})

const form = (changes: object = {}) => ({
  appointmentType: 'checkup',
  providerId: provider.id,
  roomId: '',
  date: '2026-03-16',
  time: '09:00',
  duration: 30,
  notes: '',
  ...changes,
})
type Changed = { version: number; notifies: boolean }
const book = async (changes: object = {}) => {
  const { appointmentId } = (await scheduleAppointment.call(test.services, desk.caller(), {
    ...form(changes),
    patientId: ann.patientId,
  })) as { appointmentId: string }
  await mails()
  test.clock.advance('PT5M')
  return appointmentId
}
const move = (appointmentId: string, version: number, changes: object = {}) =>
  rescheduleAppointment.call(test.services, desk.caller(), {
    appointmentId,
    version,
    ...form(changes),
  }) as Promise<Changed>
const cancel = (appointmentId: string, changes: object = {}) =>
  cancelAppointment.call(test.services, desk.caller(), {
    appointmentId,
    reason: 'ill',
    ...changes,
  }) as Promise<Changed>
const undo = (appointmentId: string, version: number, by: Member = desk) =>
  undoVisitChange.call(test.services, by.caller(), { appointmentId, version })

/** Runs the jobs, also those that wait, and takes the mails. */
async function mails() {
  await test.services.jobs.drain()
  const rows = await test.db.asOwner<{ to_address: string; subject: string; text_body: string }>(
    `delete from app.mails where template like 'visit-%' or template like 'guardian-%' returning to_address, subject, text_body`,
  )
  return rows.toSorted((a, b) => a.to_address.localeCompare(b.to_address, 'en-US'))
}
const subjects = async ({ email }: { email: string }) =>
  (await mails()).filter(({ to_address }) => to_address === email).map(({ subject }) => subject)
const statesOf = async (patient: Patient) =>
  (
    await test.db.asOwner<{ state: string }>(
      `select concat_ws(' ', date, time, status, duration_minutes) as state from appointments
        where patient_id = $1 order by date`,
      [patient.patientId],
    )
  ).map(({ state }) => state)

describe('a move that is undone', () => {
  it('restores time, provider, room and length, and mails no one', async () => {
    const id = await book()
    const [other, roomId] = [await aProvider(test.db, clinic), await aRoom(test.db, clinic)]
    const changes = { date: '2026-03-17', time: '14:00', duration: 45, providerId: other.id, roomId }
    const { version, notifies } = await move(id, 1, changes)
    expect(notifies).toBe(true)
    test.clock.advance('PT20S')
    expect(await undo(id, version)).toEqual({ restored: 1 })
    expect(
      await test.db.asOwner(
        `select date, time, duration_minutes, provider_id, room_id, status from appointments where id = $1`,
        [id],
      ),
    ).toEqual([
      {
        ...{ date: '2026-03-16', time: '09:00', duration_minutes: 30, status: 'upcoming' },
        ...{ provider_id: provider.id, room_id: null },
      },
    ])
    expect(await mails()).toEqual([])
    // nor is a notice left in the app
    expect(
      await test.db.asOwner(
        `select kind from user_notices where subject_id = $1 and kind = 'appointment_moved'`,
        [id],
      ),
    ).toEqual([])
  })

  it('waits 30 seconds for its mail, in the job and not in the browser', async () => {
    const id = await book()
    await move(id, 1, { time: '10:00' })
    await drainOutboxes(test.db)
    const rows = await test.db.asOwner<{ seconds: number }>(
      `select round(extract(epoch from start_after - created_on))::integer as seconds from jobs.job
        where name = 'notices.deliver' and state = 'created'
          and data->>'noticeId' in (select n.id::text from app.notices n where n.settled_at is null)`,
    )
    expect([...new Set(rows.map(({ seconds }) => seconds))]).toEqual([30])
    expect(await subjects(ann)).toEqual(['Moved: Monday, March 16, 2026 at 10:00 AM EDT'])
  })

  it('after another leaves the first, and two quick moves send one mail about their sum', async () => {
    const id = await book()
    const first = await move(id, 1, { time: '10:00' })
    test.clock.advance('PT5S')
    const second = await move(id, first.version, { time: '11:00' })
    test.clock.advance('PT5S')
    await undo(id, second.version)
    const [left, ...none] = (await mails()).filter(({ to_address }) => to_address === ann.email)
    expect(none).toEqual([])
    expect(left?.subject).toBe('Moved: Monday, March 16, 2026 at 10:00 AM EDT')
    expect(left?.text_body).toContain('Before: Monday, March 16, 2026 at 9:00 AM EDT')

    test.clock.advance('PT1M')
    await move(id, second.version + 1, { time: '13:00' })
    test.clock.advance('PT5S')
    await move(id, second.version + 2, { time: '14:00' })
    const [sum, ...others] = (await mails()).filter(({ to_address }) => to_address === ann.email)
    expect(others).toEqual([])
    expect(sum?.subject).toBe('Moved: Monday, March 16, 2026 at 2:00 PM EDT')
    expect(sum?.text_body).toContain('Before: Monday, March 16, 2026 at 10:00 AM EDT')

    // dragged back by hand within the time
    test.clock.advance('PT1M')
    await move(id, second.version + 3, { time: '15:00' })
    test.clock.advance('PT5S')
    await move(id, second.version + 4, { time: '14:00' })
    expect(await mails()).toEqual([])
  })

  it('restores each visit of a series as it was', async () => {
    const id = await book({ date: '2026-04-06', repeat: { everyDays: 1, count: 4 } })
    await test.db.asOwner(
      `update appointments set time = '15:00' where patient_id = $1 and date = '2026-04-08'`,
      [ann.patientId],
    )
    await mails()
    test.clock.advance('PT5M')
    const before = await statesOf(ann)
    const { version } = await move(id, 1, { date: '2026-04-07', time: '10:00', scope: 'following' })
    expect(await statesOf(ann)).not.toEqual(before)
    test.clock.advance('PT9S')
    expect(await undo(id, version)).toEqual({ restored: 4 })
    expect(await statesOf(ann)).toEqual(before)
    expect(await mails()).toEqual([])
  })
})

describe('a cancellation that is undone', () => {
  it('restores a series, and neither patient, provider nor guardian is mailed', async () => {
    const id = await book({ date: '2026-04-06', repeat: { everyDays: 7, count: 3 } })
    await setBirthDate(test.db, clinic, ann.patientId, '2019-05-01')
    const guardian = await aGuardian(test.db, clinic, { patientId: ann.patientId })
    const before = await statesOf(ann)
    const { version } = await cancel(id, { scope: 'following' })
    test.clock.advance('PT10S')
    expect(await undo(id, version)).toEqual({ restored: 3 })
    expect(await statesOf(ann)).toEqual(before)
    expect(await mails()).toEqual([])
    // without an undo, the guardian is mailed too
    test.clock.advance('PT1M')
    await cancel(id)
    expect((await mails()).map(({ to_address }) => to_address).toSorted()).toEqual(
      [ann.email, guardian.person.email, provider.person.email].toSorted(),
    )
  })

  it('is mailed after 30 seconds, and a later undo is refused', async () => {
    const id = await book()
    const { version, notifies } = await cancel(id)
    expect(notifies).toBe(true)
    test.clock.advance('PT46S')
    await expect(undo(id, version)).rejects.toMatchObject({ code: 'undo_over' })
    expect(await subjects(ann)).toEqual(['Canceled: Monday, March 16, 2026 at 9:00 AM EDT'])
  })

  it('says that the time was taken meanwhile', async () => {
    const id = await book()
    const { version } = await cancel(id)
    await anAppointment(test.db, clinic, await aPatient(test.db, clinic), { providerId: provider.id })
    await expect(undo(id, version)).rejects.toMatchObject({ code: 'time_taken' })
    expect(await statesOf(ann)).toEqual(['2026-03-16 09:00 canceled 30'])
    expect(await subjects(ann)).toEqual(['Canceled: Monday, March 16, 2026 at 9:00 AM EDT'])
  })
})

it('is refused after another change, for another user’s change, and twice', async () => {
  const id = await book()
  const { version } = await move(id, 1, { time: '10:00' })
  const other = await aStaffMember(test.db, clinic)
  await expect(undo(id, version, other)).rejects.toMatchObject({ code: 'changed_elsewhere' })
  test.clock.advance('PT1S')
  await test.db.asOwner(`update appointments set time = '11:00' where id = $1`, [id])
  await expect(undo(id, version)).rejects.toMatchObject({ code: 'changed_elsewhere' })
  const again = await move(id, version + 1, { time: '12:00' })
  const tries = await Promise.allSettled([undo(id, again.version), undo(id, again.version)])
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const there = await aClinic(test.db)
  const foreign = await anAppointment(test.db, there, await aPatient(test.db, there))
  for (const unknown of [foreign.id, crypto.randomUUID()])
    await expect(undo(unknown, 1)).rejects.toMatchObject({ code: 'not_found' })
})

it('promises a mail only to a patient who gets one', async () => {
  const id = await book()
  await test.db.asOwner(
    `insert into contact_preferences (clinic_id, patient_id, email_notifications, updated_at) values ($1, $2, false, now())
     on conflict (clinic_id, patient_id) do update set email_notifications = false`,
    [clinic.id, ann.patientId],
  )
  expect((await move(id, 1, { time: '10:00' })).notifies).toBe(false)
  await test.db.asOwner('update patients set user_id = null where id = $1', [ann.patientId])
  test.clock.advance('PT1M')
  expect((await cancel(id)).notifies).toBe(false)
  expect(await subjects(ann)).toEqual([])
})
