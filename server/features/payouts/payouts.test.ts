import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPayments, type TestPayments } from '#testing/payments.ts'
import { aClinic } from '#testing/people.ts'
import { disconnectAccount } from '../stripe-sync/refresh-account.ts'
import { refreshPayoutAccount } from './refresh-payout-account.ts'
import { startPayoutOnboarding } from './start-payout-onboarding.ts'

let test: TestPayments
beforeAll(async () => {
  test = await openTestPayments()
})
afterAll(() => test.close())

describe('onboarding', () => {
  it('opens one account, goes through Stripe’s page and is ready', async () => {
    const clinic = await aClinic(test.db, { subdomain: 'meadow' })
    const admin = clinic.admin.caller()
    expect(await test.call(refreshPayoutAccount, admin, {})).toMatchObject({
      state: 'none',
      chargesEnabled: false,
    })

    const { url } = await test.call(startPayoutOnboarding, admin, {})
    expect(await test.call(refreshPayoutAccount, admin, {})).toMatchObject({ state: 'created' })
    const page = await test.submit(url)
    expect(page.location).toBe('http://meadow.carefold.localhost:3000/clinic?payouts=returned')
    expect(await test.call(refreshPayoutAccount, admin, {})).toEqual({
      state: 'payouts_enabled',
      chargesEnabled: true,
      payoutsEnabled: true,
      requirementsDue: [],
    })
    const audits = await test.db.asOwner<{ action: string; details: object }>(
      `select action, details from app.audit_log where clinic_id = $1 and action like 'payout%' order by id`,
      [clinic.id],
    )
    expect(audits).toEqual([
      { action: 'payout_account.opened', details: {} },
      { action: 'payout_account.state_changed', details: { from: 'created', to: 'payouts_enabled' } },
    ])
  })

  it('is ready by Stripe’s event alone, when nobody comes back', async () => {
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

  it('is refused after the clinic has cut us off at Stripe', async () => {
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
})
