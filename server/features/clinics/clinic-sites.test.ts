import { expect, it } from 'vitest'
import { planDraft } from '#testing/money/plans.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aStaffMember } from '#testing/sign-in/people.ts'
import { publishPlan } from '../plans/publish-plan.ts'
import { savePlan } from '../plans/save-plan.ts'
import { createClinicSites } from './clinic-sites.ts'

const test = await setUpPayments()
const clinic = await test.aSellingClinic()

const read = (subdomain = clinic.subdomain) => createClinicSites(test.services.transactions)(subdomain)

async function provider(name: string, isPublic: boolean, isActive = true): Promise<void> {
  const { userId } = await aStaffMember(test.db, clinic)
  await test.db.asOwner(
    'insert into providers (clinic_id, user_id, name, title, is_public, takes_appointments) values ($1, $2, $3, $4, $5, $6)',
    [clinic.id, userId, name, 'Physician', isPublic, isActive],
  )
}

async function plan(name: string): Promise<{ id: string }> {
  return test.call(savePlan, clinic.admin.caller(), { ...planDraft, name })
}

it('shows what the clinic publishes, and nothing else', async () => {
  await provider('Dr. Public', true)
  await provider('Dr. Private', false)
  await provider('Dr. Gone', true, false)
  const { id } = await plan('Family')
  await test.call(publishPlan, clinic.admin.caller(), { planId: id })
  await plan('Draft')
  const found = await read()
  expect(found?.site).toMatchObject({
    name: clinic.name,
    team: [{ name: 'Dr. Public', title: 'Physician' }],
    plans: [{ name: 'Family', prices: [{ interval: 'month', amountCents: 9_900 }] }],
    logoId: null,
  })
  expect(JSON.stringify(found)).not.toMatch(/Private|Gone|Draft/)
  expect(JSON.stringify(found)).not.toContain(clinic.admin.email)
})

it('changes its version only with what is published', async () => {
  const before = await read()
  await provider('Dr. Later', false)
  expect((await read())?.version).toBe(before?.version)
  await test.db.asOwner('update clinics set about = $2 where id = $1', [clinic.id, 'We take our time.'])
  expect((await read())?.version).not.toBe(before?.version)
})

it('is null for an unknown name', async () => {
  expect(await read('nobody-here')).toBeNull()
})
