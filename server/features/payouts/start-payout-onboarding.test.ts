import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestPayments, type TestPayments } from '#testing/payments.ts'
import { aClinic, aStaffMember } from '#testing/people.ts'
import { disconnectAccount } from '../stripe-sync/refresh-account.ts'
import { startPayoutOnboarding } from './start-payout-onboarding.ts'

let test: TestPayments
beforeAll(async () => {
  test = await openTestPayments()
})
afterAll(() => test.close())

it('leads through Stripe’s page and back, and is audited', async () => {
  const clinic = await aClinic(test.db, { subdomain: 'meadow' })
  const { url } = await test.call(startPayoutOnboarding, clinic.admin.caller(), {})
  const page = await test.submit(url)
  expect(page.location).toBe('http://meadow.carefold.localhost:3000/clinic?payouts=returned')
  const audits = await test.db.asOwner(
    `select action, actor_id, details from app.audit_log where clinic_id = $1 and action like 'payout%'`,
    [clinic.id],
  )
  expect(audits).toEqual([{ action: 'payout_account.opened', actor_id: clinic.admin.userId, details: {} }])
})

it('is complete by Stripe’s event alone, when nobody comes back', async () => {
  const clinic = await aClinic(test.db)
  const { url } = await test.call(startPayoutOnboarding, clinic.admin.caller(), {})
  await test.submit(url)
  await test.work()
  const [row] = await test.db.asOwner('select state from payout_accounts where clinic_id = $1', [clinic.id])
  expect(row).toEqual({ state: 'payouts_enabled' })
})

it('with two clicks at once still opens one account', async () => {
  const clinic = await aClinic(test.db)
  const start = () => test.call(startPayoutOnboarding, clinic.admin.caller(), {})
  const pages = await Promise.all([start(), start()])
  expect(new Set(pages.map(({ url }) => url)).size).toBe(2)
  const { data } = await test.client.accounts.list({ limit: 100 })
  expect(data.filter((account) => account.metadata?.clinic === clinic.id)).toHaveLength(1)
})

it('is refused after the clinic has disconnected Carefold at Stripe', async () => {
  const clinic = await test.aSellingClinic()
  await disconnectAccount(test.services, clinic.account)
  await expect(test.call(startPayoutOnboarding, clinic.admin.caller(), {})).rejects.toMatchObject({
    code: 'payouts_disconnected',
  })
  const [row] = await test.db.asOwner(
    'select state, charges_enabled from payout_accounts where clinic_id = $1',
    [clinic.id],
  )
  expect(row).toEqual({ state: 'disconnected', charges_enabled: false })
})

it('is for the clinic’s own admins', async () => {
  const [clinic, other] = [await aClinic(test.db), await aClinic(test.db)]
  const staff = await aStaffMember(test.db, clinic)
  for (const caller of [staff.caller(), other.admin.caller(clinic)])
    await expect(test.call(startPayoutOnboarding, caller, {})).rejects.toMatchObject({ code: 'not_allowed' })
})
