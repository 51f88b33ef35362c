import { afterAll, expect, it } from 'vitest'
import { joinByBank, moneyOf, openBankDebits } from '#testing/money/bank-debits.ts'
import { aClinic, aStaffMember } from '#testing/sign-in/people.ts'
import { setBankDebits } from './set-bank-debits.ts'

const { test, clinic } = await openBankDebits()
afterAll(() => test.close())

const offeredBy = async ({ id }: { id: string }) => {
  const [row] = await test.db.asOwner<{ bank_debit: string | null }>(
    'select bank_debit from clinics where id = $1',
    [id],
  )
  return row?.bank_debit ?? null
}

it('is off by default; switched off, members who pay by bank account continue', async () => {
  const other = await test.aSellingClinic()
  const set = (isOn: boolean) => test.call(setBankDebits, other.admin.caller(), { isOn })
  const plan = await test.aPublishedPlan(other)
  const early = await joinByBank(test, other, plan)
  expect(await moneyOf(test, other, early)).toMatchObject({ plan: undefined })
  expect(await set(true)).toEqual({ capability: 'active' })
  expect(await offeredBy(other)).toBe('us_bank_account')
  const member = await joinByBank(test, other, await test.aPublishedPlan(other))
  await set(false)
  expect(await offeredBy(other)).toBeNull()
  await test.pass('P1M')
  await test.pass('PT3H')
  expect((await moneyOf(test, other, member)).payments).toEqual(['succeeded', 'pending'])
})

it('offers the debit of the clinic’s country, and records the change', async () => {
  const canadian = await test.aSellingClinic({ currency: 'cad' })
  await test.call(setBankDebits, canadian.admin.caller(), { isOn: true })
  expect(await offeredBy(canadian)).toBe('acss_debit')
  const lines = await test.db.asOwner(
    `select details ->> 'to' as to from audit_log where clinic_id = $1 and action = 'clinic.bank_debits_changed'`,
    [canadian.id],
  )
  expect(lines).toEqual([{ to: 'on' }])
})

it('waits for Stripe, and stops the offer when Stripe takes the capability away', async () => {
  const other = await test.aSellingClinic()
  await test.call(setBankDebits, other.admin.caller(), { isOn: true })
  await test.db.asOwner(`update payout_accounts set bank_debit_capability = 'pending' where clinic_id = $1`, [
    other.id,
  ])
  // Stripe's next answer about the account decides
  await test.client.accounts.update(other.account, {
    capabilities: { us_bank_account_ach_payments: { requested: false } },
  })
  await test.work()
  expect(await offeredBy(other)).toBeNull()
})

it('needs an account that can charge, and the permission', async () => {
  const without = await aClinic(test.db)
  const set = test.call(setBankDebits, without.admin.caller(), { isOn: true })
  await expect(set).rejects.toMatchObject({ code: 'payouts_not_ready' })
  const staff = await aStaffMember(test.db, clinic)
  const bySomeone = test.call(setBankDebits, staff.caller(), { isOn: false })
  await expect(bySomeone).rejects.toMatchObject({ code: 'not_allowed' })
})
