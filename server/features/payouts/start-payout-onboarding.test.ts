import { expect, it } from 'vitest'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { publishPlan } from '../plans/publish-plan.ts'
import { savePlan } from '../plans/save-plan.ts'
import { disconnectAccount } from '../stripe-sync/refresh/refresh-account.ts'
import { refreshPayoutAccount } from './refresh-payout-account.ts'
import { startPayoutOnboarding } from './start-payout-onboarding.ts'

const test = await setUpPayments()

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
  // cards of health savings accounts require this merchant code
  const { data } = await test.client.accounts.list({ limit: 100 })
  const account = data.find(({ metadata }) => metadata?.clinic === clinic.id)
  expect(account?.business_profile).toMatchObject({ mcc: '8099', name: clinic.name })
})

it('is complete by Stripe’s event alone, without the return', async () => {
  const clinic = await aClinic(test.db)
  const { url } = await test.call(startPayoutOnboarding, clinic.admin.caller(), {})
  await test.submit(url)
  await test.work()
  const [row] = await test.db.asOwner('select state from payout_accounts where clinic_id = $1', [clinic.id])
  expect(row).toEqual({ state: 'payouts_enabled' })
})

it('opens one account for two clicks at once', async () => {
  const clinic = await aClinic(test.db)
  const start = () => test.call(startPayoutOnboarding, clinic.admin.caller(), {})
  const pages = await Promise.all([start(), start()])
  expect(new Set(pages.map(({ url }) => url)).size).toBe(2)
  const { data } = await test.client.accounts.list({ limit: 100 })
  expect(data.filter((account) => account.metadata?.clinic === clinic.id)).toHaveLength(1)
})

it('uses the chosen country’s currency, which can be changed until something is sold', async () => {
  const clinic = await aClinic(test.db)
  const draft = await test.call(savePlan, clinic.admin.caller(), {
    kind: 'wellness',
    name: 'Whole Year',
    interval: 'month',
    amountCents: 9_900,
  })
  const choose = (currency: string) => test.call(startPayoutOnboarding, clinic.admin.caller(), { currency })
  const account = async () => {
    const [row] = await test.db.asOwner<{ id: string; currency: string; price: string }>(
      `select a.stripe_account as id, c.currency, p.currency as price from payout_accounts a
         join clinics c on c.id = a.clinic_id join plan_prices p on p.clinic_id = c.id where c.id = $1`,
      [clinic.id],
    )
    if (!row) throw new Error('no account')
    const { country } = await test.client.accounts.retrieve(row.id)
    return { ...row, country }
  }
  await choose('usd')
  const first = await account()
  expect(first).toMatchObject({ currency: 'usd', price: 'usd', country: 'US' })
  const { url } = await choose('cad')
  const second = await account()
  expect(second).toMatchObject({ currency: 'cad', price: 'cad', country: 'CA' })
  expect(second.id).not.toBe(first.id)

  await test.submit(url)
  await test.call(refreshPayoutAccount, clinic.admin.caller(), {})
  // publishing needs the clinic's own card too
  await test.db.asOwner(`update clinic_billing set card_method = 'pm_planted' where clinic_id = $1`, [
    clinic.id,
  ])
  const plan = await test.call(publishPlan, clinic.admin.caller(), { planId: draft.id })
  expect(plan.price.currency).toBe('cad')
  await test.aMember({ ...clinic, account: second.id }, plan)
  const { data } = await test.client.charges.list({}, { stripeAccount: second.id })
  expect(data.map(({ currency }) => currency)).toEqual(['cad'])
  await expect(choose('usd')).rejects.toMatchObject({ code: 'currency_fixed' })
  await expect(test.db.asOwner(`select app.choose_currency($1, 'usd')`, [clinic.id])).rejects.toThrow(
    'the currency of clinic',
  )
  expect((await choose('cad')).url).toMatch(/^http/)
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
