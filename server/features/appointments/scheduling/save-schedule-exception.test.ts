import { expect, it } from 'vitest'
import type { FreeTimesView } from '#domain/appointments/appointments.ts'
import { aProvider } from '#testing/appointments.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { freeTimes } from '../calendar/free-times.ts'
import { removeScheduleException } from './remove-schedule-exception.ts'
import { saveScheduleException } from './save-schedule-exception.ts'

const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' }, { timeZone: 'America/New_York' })
const ann = await aStaffMember(test.db, clinic)

const save = (changes: object = {}, by: Member = ann) =>
  saveScheduleException.call(test.services, by.caller(), {
    providerId: null,
    kind: 'off',
    title: 'Public holiday',
    startsOn: '2026-03-16',
    endsOn: '2026-03-16',
    opens: null,
    closes: null,
    ...changes,
  }) as Promise<{ exceptionId: string }>
const timesOn = async (from: string) =>
  (
    (await freeTimes.call(test.services, ann.caller(), {
      appointmentType: 'therapy',
      from,
      days: 1,
    })) as FreeTimesView
  ).times.length

it('closes a day of the whole clinic, until it is removed', async () => {
  await aProvider(test.db, clinic)
  const before = await timesOn('2026-03-16')
  const { exceptionId } = await save()
  expect(await timesOn('2026-03-16')).toBe(0)
  await removeScheduleException.call(test.services, ann.caller(), { exceptionId })
  expect(await timesOn('2026-03-16')).toBe(before)
})

it('gives one provider extra hours, or blocks some', async () => {
  const { id } = await aProvider(test.db, clinic, { days: [] })
  await save({
    providerId: id,
    kind: 'extra',
    startsOn: '2026-03-21',
    endsOn: '2026-03-21',
    opens: '10:00',
    closes: '12:00',
  })
  expect(await timesOn('2026-03-21')).toBe(5)
  await save({
    providerId: id,
    title: 'Team meeting',
    startsOn: '2026-03-21',
    endsOn: '2026-03-21',
    opens: '10:00',
    closes: '10:30',
  })
  expect(await timesOn('2026-03-21')).toBe(3)
})

it('refuses days and times out of order, and unknown providers', async () => {
  const there = await aClinic(test.db)
  const foreign = await aProvider(test.db, there)
  for (const [path, wrong] of [
    ['endsOn', { endsOn: '2026-03-15' }],
    ['closes', { opens: '10:00' }],
    ['closes', { opens: '10:00', closes: '09:00' }],
    ['providerId', { kind: 'extra', opens: '10:00', closes: '11:00' }],
    ['providerId', { providerId: foreign.id }],
    ['providerId', { providerId: crypto.randomUUID() }],
  ] as const)
    await expect(save(wrong), JSON.stringify(wrong)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [{ path }],
    })
  const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
  await expect(save({}, viewer)).rejects.toMatchObject({ code: 'not_allowed' })
})
