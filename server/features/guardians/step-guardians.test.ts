// The guardian ladder over birthdays, with the product's clock moved (docs/domain-rules.md goal 8).
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aChild, aGuardian, type Guardian, setBirthDate, setDatabaseClock } from '#testing/guardians.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, type TestClinic } from '#testing/sign-in/people.ts'
import { stepGuardians } from './step-guardians.ts'

const start = '2027-01-01T12:00:00Z'
const test = await setUpServices({ now: start })

async function runAt(at: string) {
  const offset = Date.parse(at) - Date.parse(start)
  test.clock.setOffset(offset)
  await setDatabaseClock(test.db, at)
  return stepGuardians(test.services).run({} as never)
}
const noticesOf = async (clinic: TestClinic) => {
  await test.services.jobs.drain()
  return (
    await test.db.asOwner<{ kind: string; outcome: string | null }>(
      'select kind, outcome from app.notices where clinic_id = $1 order by noticed_at, kind, outcome',
      [clinic.id],
    )
  ).map(({ kind, outcome }) => `${kind} ${outcome}`)
}
const tasksOf = async (clinic: TestClinic) =>
  (
    await test.db.asOwner<{ title: string }>(
      'select title from tasks where clinic_id = $1 order by created_at',
      [clinic.id],
    )
  ).map(({ title }) => title)
const rowOf = async ({ guardianshipId }: Guardian) =>
  (
    await test.db.asOwner<{ limited: boolean; ended_because: string | null }>(
      'select limited_at is not null as limited, ended_because from patient_guardians where id = $1',
      [guardianshipId],
    )
  )[0]

it('announces both steps 60 and 14 days before, once each, and steps on the birthday', async () => {
  const clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  const { patientId } = await aChild(test.db, clinic, { bornOn: '2015-06-10' })
  const guardian = await aGuardian(test.db, clinic, { patientId })
  await runAt('2027-04-10T12:00:00Z')
  expect(await noticesOf(clinic)).toEqual([])
  await runAt('2027-04-11T12:00:00Z')
  await runAt('2027-04-11T13:00:00Z')
  await runAt('2027-05-20T12:00:00Z')
  expect(await noticesOf(clinic)).toEqual(['guardian_soon mailed', 'ward_soon no account'])
  await runAt('2027-05-27T12:00:00Z')
  expect(await noticesOf(clinic)).toHaveLength(4)
  await runAt('2027-06-10T03:59:00Z')
  expect(await rowOf(guardian)).toEqual({ limited: false, ended_because: null })
  await runAt('2027-06-10T04:01:00Z')
  await runAt('2027-06-10T05:01:00Z')
  expect(await rowOf(guardian)).toEqual({ limited: true, ended_because: null })
  expect((await noticesOf(clinic)).filter((each) => each === 'guardian_changed mailed')).toHaveLength(1)
  expect(await tasksOf(clinic)).toEqual(['Invite to their own portal: guardians now see less'])
  await runAt('2033-04-11T12:00:00Z')
  await runAt('2033-06-10T04:01:00Z')
  await runAt('2033-06-10T05:01:00Z')
  expect(await rowOf(guardian)).toEqual({ limited: true, ended_because: 'age' })
  expect(await tasksOf(clinic)).toEqual([
    'Invite to their own portal: guardians now see less',
    'Ask for their own consents: guardians no longer have access',
  ])
})

it('notifies the young person and both guardians, and adds one task for both', async () => {
  const clinic = await aClinic(test.db, { timeZone: 'UTC' })
  const young = await aPatient(test.db, clinic)
  await setBirthDate(test.db, clinic, young.patientId, '2015-09-01')
  await aGuardian(test.db, clinic, { patientId: young.patientId })
  await aGuardian(test.db, clinic, { patientId: young.patientId })
  await runAt('2033-08-20T12:00:00Z')
  await test.services.jobs.drain()
  await runAt('2033-09-01T12:00:00Z')
  const notices = await noticesOf(clinic)
  expect(notices.filter((each) => each === 'ward_soon mailed')).toHaveLength(2)
  expect(notices.filter((each) => each === 'ward_changed mailed').length).toBeGreaterThanOrEqual(2)
  expect(await tasksOf(clinic)).toEqual(['Ask for their own consents: guardians no longer have access'])
})

it('asks a patient who comes of age for their own consents, once, and ends consents of others', async () => {
  const clinic = await aClinic(test.db, { timeZone: 'UTC' })
  const young = await aPatient(test.db, clinic)
  await setBirthDate(test.db, clinic, young.patientId, '2016-02-01')
  await aGuardian(test.db, clinic, { patientId: young.patientId })
  await aGuardian(test.db, clinic, { patientId: young.patientId })
  for (const purpose of ['sms_care', 'marketing'])
    await test.services.transactions.withSystem('test', (tx) =>
      sql`select app.record_consent(${clinic.id}::uuid, ${young.patientId}::uuid, ${purpose}, true, 'team', 'v1', 'Said by a parent',
                                    ${test.clock.now()}::timestamptz)`.execute(tx),
    )
  const chosen = async () =>
    (
      await test.db.asOwner<{ version: number }>(
        `select email_notifications, sms_notifications, appointment_reminders, marketing_communications, version,
                asked_anew_at is not null as asked from contact_preferences where patient_id = $1`,
        [young.patientId],
      )
    )[0]
  await runAt('2034-01-31T23:59:00Z')
  expect(await chosen()).toMatchObject({
    sms_notifications: true,
    marketing_communications: true,
    asked: false,
  })
  await runAt('2034-02-01T00:01:00Z')
  const asked = {
    email_notifications: true,
    sms_notifications: false,
    appointment_reminders: true,
    marketing_communications: false,
  }
  expect(await chosen()).toMatchObject({ ...asked, asked: true })
  const ended = await test.db.asOwner(
    `select purpose, is_given, wording from consents where patient_id = $1 and channel = 'age' order by purpose`,
    [young.patientId],
  )
  expect(ended).toEqual(
    ['marketing', 'sms_care'].map((purpose) => ({
      purpose,
      is_given: false,
      wording: 'Ended automatically when the patient became an adult; the patient is asked again.',
    })),
  )
  await runAt('2034-02-01T01:01:00Z')
  expect(await chosen()).toMatchObject({ ...asked, asked: true })
})

it('steps on March 1 of a common year after a birth on February 29', async () => {
  const clinic = await aClinic(test.db, { timeZone: 'UTC' })
  const { patientId } = await aChild(test.db, clinic, { bornOn: '2020-02-29' })
  const guardian = await aGuardian(test.db, clinic, { patientId })
  await runAt('2038-02-28T23:59:00Z')
  expect((await rowOf(guardian))?.ended_because).toBe(null)
  await runAt('2038-03-01T00:01:00Z')
  expect((await rowOf(guardian))?.ended_because).toBe('age')
})

it('ends with its last day, and without a date of birth changes nothing', async () => {
  const clinic = await aClinic(test.db, { timeZone: 'Pacific/Auckland' })
  const { patientId } = await aChild(test.db, clinic, { bornOn: '2036-01-01' })
  const placed = await aGuardian(test.db, clinic, { patientId, untilOn: '2039-05-31' })
  const unknown = await aChild(test.db, clinic, { bornOn: null })
  const other = await aGuardian(test.db, clinic, { patientId: unknown.patientId })
  await runAt('2039-05-31T11:59:00Z')
  expect((await rowOf(placed))?.ended_because).toBe(null)
  await runAt('2039-05-31T12:01:00Z')
  expect((await rowOf(placed))?.ended_because).toBe('date')
  expect((await rowOf(other))?.ended_because).toBe(null)
})
