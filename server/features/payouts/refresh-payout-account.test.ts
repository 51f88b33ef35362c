import { expect, it } from 'vitest'
import { isMedicalMerchant } from '#domain/payouts/merchant-code.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aClinic, aStaffMember } from '#testing/sign-in/people.ts'
import { refreshPayoutAccount } from './refresh-payout-account.ts'
import { startPayoutOnboarding } from './start-payout-onboarding.ts'

const test = await setUpPayments()

it('follows the account from none to ready without waiting for events, and audits each change', async () => {
  const clinic = await aClinic(test.db)
  const admin = clinic.admin.caller()
  expect(await test.call(refreshPayoutAccount, admin, {})).toMatchObject({
    state: 'none',
    chargesEnabled: false,
  })
  const { url } = await test.call(startPayoutOnboarding, admin, {})
  expect(await test.call(refreshPayoutAccount, admin, {})).toMatchObject({ state: 'created' })
  await test.submit(url)
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

it('is for the clinic’s own admins', async () => {
  const clinic = await test.aSellingClinic()
  const staff = await aStaffMember(test.db, clinic)
  const other = await aClinic(test.db)
  for (const caller of [staff.caller(), other.admin.caller(clinic)])
    await expect(test.call(refreshPayoutAccount, caller, {})).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await test.call(refreshPayoutAccount, other.admin.caller(), {})).toMatchObject({ state: 'none' })
})

it('stores the merchant code, also after a change at Stripe', async () => {
  const clinic = await test.aSellingClinic()
  const code = async () => {
    const [row] = await test.db.asOwner<{ merchant_code: string | null }>(
      'select merchant_code from payout_accounts where clinic_id = $1',
      [clinic.id],
    )
    return row?.merchant_code
  }
  expect(await code()).toBe('8099')
  await test.client.accounts.update(clinic.account, { business_profile: { mcc: '5734' } })
  await test.work()
  expect(await code()).toBe('5734')
  expect(isMedicalMerchant('5734')).toBe(false)
})
