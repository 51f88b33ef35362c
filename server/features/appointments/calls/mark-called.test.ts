import { beforeEach, expect, it } from 'vitest'
import type { VisitCalls } from '#domain/appointments/visit-calls.ts'
import { anAppointment } from '#testing/appointments.ts'
import { setDatabaseClock } from '#testing/guardians.ts'
import { aRecord } from '#testing/patient-merges.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aStaffMember, type Member, type TestClinic } from '#testing/sign-in/people.ts'
import { markCalled } from './mark-called.ts'
import { visitCalls } from './visit-calls.ts'

let clinic: TestClinic
let staff: Member
let patientId: string
let id: string
const test = await setUpServices({ now: '2026-03-10T15:00:00Z' })
beforeEach(async () => {
  test.clock.setOffset(0)
  await setDatabaseClock(test.db, test.clock.now())
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  staff = await aStaffMember(test.db, clinic, { name: 'Dana Desk' })
  patientId = await aRecord(test.db, clinic)
  id = (await anAppointment(test.db, clinic, { patientId }, { date: '2026-03-12' })).id
})

const reminder = { about: 'reminder', startsAt: '2026-03-12T13:00:00.000Z', sequence: 0, isCalled: true }
const mark = (changes: object = {}, by = staff.caller()) =>
  markCalled.call(test.services, by, { appointmentId: id, ...reminder, ...changes })
const calls = async () =>
  ((await visitCalls.call(test.services, staff.caller(), {})) as VisitCalls).calls.map(
    ({ about, called }) => [about, called],
  )

it('stores who called and when, once, and removes the check', async () => {
  await mark()
  const called = { at: '2026-03-10T15:00:00.000Z', by: 'Dana Desk' }
  expect(await calls()).toEqual([['reminder', called]])
  test.clock.advance('PT1M')
  await mark({}, clinic.admin.caller())
  expect(await calls()).toEqual([['reminder', called]])
  await mark({ isCalled: false })
  expect(await calls()).toEqual([['reminder', null]])
  const audited = await test.db.asOwner<{ action: string }>(
    `select action from app.audit_log where subject_id = $1 and action like 'appointment.call%' order by id`,
    [id],
  )
  expect(audited.map(({ action }) => action)).toEqual(['appointment.called', 'appointment.call_undone'])
})

it('shows a call on its day only, and a moved visit again', async () => {
  await mark()
  test.clock.advance('P1D')
  expect(await calls()).toEqual([])
  await setDatabaseClock(test.db, test.clock.now())
  await test.db.asOwner(`update appointments set time = '16:00' where id = $1`, [id])
  await test.services.jobs.drain()
  expect(await calls()).toEqual([['moved', null]])
  const moved = { about: 'moved', startsAt: '2026-03-12T20:00:00.000Z', sequence: 1 }
  await mark(moved)
  expect(await calls()).toMatchObject([['moved', { by: 'Dana Desk' }]])
  test.clock.advance('PT14H')
  // the call named the time, so it was the reminder too
  expect(await calls()).toEqual([])
})

it('refuses a time or a change that is not the visit’s last, and another clinic’s visit', async () => {
  await expect(mark({ startsAt: '2026-03-12T14:00:00Z' })).rejects.toMatchObject({
    code: 'changed_elsewhere',
  })
  await expect(mark({ about: 'moved', sequence: 4 })).rejects.toMatchObject({ code: 'changed_elsewhere' })
  const elsewhere = await aClinic(test.db)
  await expect(mark({}, elsewhere.admin.caller())).rejects.toMatchObject({ code: 'not_found' })
  const reader = await aStaffMember(test.db, clinic, { role: 'member', isReadOnly: true })
  await expect(mark({}, reader.caller())).rejects.toMatchObject({ code: 'not_allowed' })
})
