// Stripe charges the clinic a fee for each debit that a bank refuses (docs/payments.md 3): balance, ledger, report and payouts.
import { afterAll, expect, it } from 'vitest'
import { moneyReport } from '#server/features/reports/money-report.ts'
import {
  bankAccounts,
  differences,
  joinByBank,
  moneyOf,
  openBankDebits,
  saveBankAccount,
} from '#testing/money/bank-debits.ts'
import type { SellingClinic, TestPayments } from '#testing/money/payments.ts'

const inUs = await openBankDebits()
const inCanada = await openBankDebits('cad')
afterAll(() => Promise.all([inUs.test.close(), inCanada.test.close()]))

/** The ledger, as the page's report sums it, and the payouts with the fees of Stripe that have no payment. */
async function booksOf(test: TestPayments, clinic: SellingClinic) {
  expect(await differences(test, clinic)).toEqual([])
  const rows = await test.db.asOwner<{ account: string; cents: number }>(
    `select split_part(account, ':', 3) as account, sum(amount_cents)::int as cents from postings
      where clinic_id = $1 and account like 'clinic:%' group by 1 having sum(amount_cents) <> 0`,
    [clinic.id],
  )
  const ledger: Record<string, number> = Object.fromEntries(
    rows.map(({ account, cents }) => [account, cents]),
  )
  const period = { from: '2026-11-01', until: '2027-03-31' }
  const { kinds } = await test.call(moneyReport, clinic.admin.caller(), period)
  expect(kinds.reduce((sum, { feeCents }) => sum - feeCents, 0)).toBe(ledger.fees ?? 0)
  const payouts = await test.db.asOwner<{ amount: number; lines: number; fees: number[] | null }>(
    `select p.amount_cents::int as amount, sum(m.net_cents)::int as lines,
            array_agg(m.gross_cents::int) filter (where m.kind = 'fee') as fees
       from payouts p join balance_movements m on m.clinic_id = p.clinic_id and m.payout_id = p.id and m.source_id is distinct from p.id
      where p.clinic_id = $1 and p.is_itemized group by p.clinic_id, p.id order by p.sent_at`,
    [clinic.id],
  )
  for (const { amount, lines } of payouts) expect(amount).toBe(lines)
  return { ledger, payouts: payouts.map(({ amount, fees }) => ({ amount, fees })) }
}

it('ACH: $4 leaves the balance once, is a fee of the books, and is in the payout after the next payment', async () => {
  const { test, clinic, plan } = inUs
  const patient = await joinByBank(test, clinic, plan, bankAccounts.noFunds)
  await test.pass('P7D')
  expect(await moneyOf(test, clinic, patient)).toMatchObject({ payments: ['failed'], revenue: [] })
  expect(await booksOf(test, clinic)).toEqual({ ledger: { stripe: -400, fees: 400 }, payouts: [] })
  // the ladder goes on without that account: no second fee
  await test.pass('P10D')
  expect((await booksOf(test, clinic)).ledger).toEqual({ stripe: -400, fees: 400 })

  await test.aMember(clinic, plan)
  await test.pass('P4D')
  await test.pass('P3D')
  // 99.00 less 3.17 for the card and 4.00 for the failure: nothing is left at Stripe
  expect(await booksOf(test, clinic)).toEqual({
    ledger: { revenue: -9_900, fees: 717, bank: 9_183 },
    payouts: [{ amount: 9_183, fees: [-400] }],
  })
})

it('Canada: C$5 for a renewal that the bank refuses', async () => {
  const { test, clinic, plan } = inCanada
  const patient = await test.aMember(clinic, plan)
  await test.pass('P4D')
  expect((await saveBankAccount(test, patient, bankAccounts.noFunds)).status).toBe(303)
  await test.pass('P27D')
  await test.pass('PT2H')
  await test.pass('P8D')
  expect(await moneyOf(test, clinic, patient)).toMatchObject({ payments: ['succeeded', 'failed'] })
  expect((await booksOf(test, clinic)).ledger).toEqual({
    revenue: -9_900,
    fees: 817,
    stripe: -500,
    bank: 9_583,
  })
})
