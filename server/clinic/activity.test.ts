import { beforeEach, expect, it } from 'vitest'
import type { TestServices } from '#testing/database/services.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, type TestClinic } from '#testing/sign-in/people.ts'
import { type ActivityRecorder, createActivityRecorder } from './activity.ts'

let clinic: TestClinic
let activity: ActivityRecorder
const test = await setUpServices()
beforeEach(async () => {
  clinic = await aClinic(test.db)
  activity = createActivityRecorder(test.services)
})

const recorded = async (id = clinic.id) =>
  (
    await test.db.asOwner<{ membership_id: string; last_active_at: Date }>(
      'select membership_id, last_active_at from membership_activity where clinic_id = $1',
      [id],
    )
  ).map(({ membership_id, last_active_at }) => [membership_id, last_active_at.toISOString()])

it('a member’s use of a clinic is recorded, by user and clinic', async () => {
  const patient = await aPatient(test.db, clinic)
  const other = await aClinic(test.db)
  activity.note({ userId: patient.userId, clinic: clinic.subdomain })
  activity.note({ userId: patient.userId, clinic: other.subdomain })
  activity.note({ userId: null, clinic: clinic.subdomain })
  await activity.settled()
  expect(await recorded()).toEqual([[patient.membershipId, test.clock.now().toISOString()]])
  expect(await recorded(other.id)).toEqual([])
})

it('records a member’s use at most once an hour, even by several servers', async () => {
  const patient = await aPatient(test.db, clinic)
  const first = test.clock.now().toISOString()
  const note = async (recorder: ActivityRecorder) => {
    recorder.note({ userId: patient.userId, clinic: clinic.subdomain })
    await recorder.settled()
  }
  await note(activity)
  test.clock.advance('PT30M')
  await note(activity)
  await note(createActivityRecorder(test.services))
  expect(await recorded()).toEqual([[patient.membershipId, first]])
  test.clock.advance('PT30M')
  await note(activity)
  expect(await recorded()).toEqual([[patient.membershipId, test.clock.now().toISOString()]])
})

it('records nothing for pending and deactivated members', async () => {
  const waiting = await aPatient(test.db, clinic, { status: 'pending' })
  activity.note({ userId: waiting.userId, clinic: clinic.subdomain })
  await activity.settled()
  expect(await recorded()).toEqual([])
})

it('does not fail the request when the database does not answer', async () => {
  const broken = {
    ...test.services,
    transactions: { withSystemStatement: async () => Promise.reject(new Error('down')) },
  } as unknown as TestServices['services']
  const recorder = createActivityRecorder(broken)
  recorder.note({ userId: clinic.admin.userId, clinic: clinic.subdomain })
  await expect(recorder.settled()).resolves.toBeUndefined()
})
