import { expect, it } from 'vitest'
import { aDispute } from '#testing/money/disputes.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { saveClinicTax } from '../payouts/save-clinic-tax.ts'

const { test, clinic, plan } = await setUpSale()
const inClinic = { stripeAccount: clinic.account }

/** Of a payment and its dispute, by the last part of the account's name. */
async function balances(payment: string, dispute: string): Promise<Record<string, number>> {
  const rows = await test.db.asOwner<{ account: string; sum: number }>(
    `select p.account, sum(p.amount_cents)::bigint as sum
       from journal j join postings p on p.clinic_id = j.clinic_id and p.journal_id = j.id
      where j.key in ('charge:' || $1, 'dispute:' || $2)
      group by 1 having sum(p.amount_cents) <> 0`,
    [payment, dispute],
  )
  return Object.fromEntries(rows.map(({ account, sum }) => [account.split(`${clinic.id}:`)[1], sum]))
}

it('a lost dispute returns the tax of its payment, and only the rest leaves the commission’s base', async () => {
  const tax = { name: 'HST', percentage: '13', isInclusive: false }
  await test.call(saveClinicTax, clinic.admin.caller(), { tax })
  const { disputeId } = await aDispute(test, clinic, plan)
  const { charge } = await test.client.disputes.retrieve(disputeId, {}, inClinic)
  const payment = String(charge)
  await test.client.disputes.close(disputeId, {}, inClinic)
  await test.work()
  const lost = await balances(payment, disputeId)
  expect(lost).toEqual({ 'revenue:wellness': -9_900, 'disputes:wellness': 9_900 })
})
