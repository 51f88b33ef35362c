import { beforeEach, expect, it } from 'vitest'
import type { SetupChecklist } from '#domain/dashboard/setup-checklist.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aProvider } from '#testing/appointments.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { aSecondStep } from '#testing/sign-in/second-step.ts'
import { markJoinPageViewed } from '../clinics/mark-join-page-viewed.ts'
import { updateClinicProfile } from '../clinics/update-clinic-profile.ts'
import { setupChecklist } from './setup-checklist.ts'

let clinic: TestClinic
const test = await setUpServices()
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

function saveProfile(caller: Caller) {
  const profile = { name: 'Sunrise Family Clinic', timeZone: 'America/Toronto', color: 'lagoon' }
  return updateClinicProfile.call(test.services, caller, profile)
}

async function stepsOf(caller: Caller): Promise<SetupChecklist['steps']> {
  return ((await setupChecklist.call(test.services, caller, {})) as SetupChecklist).steps
}

async function doneSteps(caller: Caller): Promise<string[]> {
  return (await stepsOf(caller)).filter(({ isDone }) => isDone).map(({ key }) => key)
}

it('starts with no step done, and follows the rows', async () => {
  const staff = await aStaffMember(test.db, clinic)
  expect(await setupChecklist.call(test.services, staff.caller(), {})).toEqual({
    steps: ['profile', 'hours', 'payouts', 'card', 'plan', 'join-page', 'first-patient'].map((key) => ({
      key,
      isDone: false,
    })),
    isComplete: false,
  })

  await saveProfile(clinic.admin.caller())
  expect(await doneSteps(staff.caller())).toEqual(['profile'])

  await test.db.asOwner(
    `insert into payout_accounts (clinic_id, stripe_account) values ($1, 'acct_' || gen_random_uuid())`,
    [clinic.id],
  )
  expect(await doneSteps(staff.caller())).toEqual(['profile'])
  await test.db.asOwner('update payout_accounts set charges_enabled = true where clinic_id = $1', [clinic.id])
  expect(await doneSteps(staff.caller())).toEqual(['profile', 'payouts'])

  await test.db.asOwner(`insert into plans (clinic_id, kind, name) values ($1, 'wellness', 'Basic')`, [
    clinic.id,
  ])
  expect(await doneSteps(staff.caller())).toEqual(['profile', 'payouts'])
  await test.db.asOwner(
    `insert into plan_versions (clinic_id, plan_id, number, name, published_at)
     select clinic_id, id, 1, name, now() from plans where clinic_id = $1`,
    [clinic.id],
  )
  await test.db.asOwner(
    `update plans set status = 'published', published_at = now(), stripe_product = 'prod_1' where clinic_id = $1`,
    [clinic.id],
  )
  await markJoinPageViewed.call(test.services, staff.caller(), {})
  await aPatient(test.db, clinic, { status: 'pending' })
  expect(await doneSteps(staff.caller())).toEqual(['profile', 'payouts', 'plan', 'join-page'])

  const { id: providerId } = await aProvider(test.db, clinic, { person: staff, days: [] })
  expect(await doneSteps(staff.caller())).not.toContain('hours')
  await test.db.asOwner(
    `insert into provider_hours (clinic_id, provider_id, day, opens, closes, valid_from)
     values ($1, $2, 1, '09:00', '17:00', '2020-01-01')`,
    [clinic.id, providerId],
  )
  expect(await doneSteps(staff.caller())).toContain('hours')
  await test.db.asOwner(`update clinic_billing set card_method = 'pm_1' where clinic_id = $1`, [clinic.id])
  expect(await doneSteps(staff.caller())).toContain('card')

  await aPatient(test.db, clinic)
  expect(await setupChecklist.call(test.services, clinic.admin.caller(), {})).toMatchObject({
    isComplete: true,
  })
})

it('asks for the second step where the clinic requires it, until the caller has taken it', async () => {
  const { admin } = clinic
  const staff = await aStaffMember(test.db, clinic)
  expect((await stepsOf(admin.caller())).map(({ key }) => key)).not.toContain('second-step')
  await test.db.asOwner('delete from clinic_security where clinic_id = $1', [clinic.id])
  expect((await stepsOf(admin.caller()))[1]).toEqual({ key: 'second-step', isDone: false })
  await aSecondStep(test.db, admin)
  expect((await stepsOf(admin.caller()))[1]).toEqual({ key: 'second-step', isDone: true })
  expect((await stepsOf(staff.caller()))[1]).toEqual({ key: 'second-step', isDone: false })
})

it('counts nothing of another clinic', async () => {
  const other = await aClinic(test.db)
  await aPatient(test.db, other)
  await saveProfile(other.admin.caller())
  expect(await doneSteps(clinic.admin.caller())).toEqual([])
})
