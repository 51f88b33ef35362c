// Three months of a clinic until all its money is in the bank: statements, tax report, payouts and export agree to the cent.
import { expect, it } from 'vitest'
import type { PlanView } from '#domain/plans/plans.ts'
import { createInvoice } from '#server/features/invoices/desk/create-invoice.ts'
import { recordPayment } from '#server/features/invoices/desk/record-payment.ts'
import { writeOffInvoice } from '#server/features/invoices/desk/write-off-invoice.ts'
import { refundPayment } from '#server/features/invoices/refund-payment.ts'
import { ledgerDifferences } from '#server/features/ledger/compare-ledger.ts'
import { saveClinicTax } from '#server/features/payouts/save-clinic-tax.ts'
import { setBankDebits } from '#server/features/payouts/set-bank-debits.ts'
import { exportMoney } from '#server/features/reports/export-money.ts'
import { moneyReport } from '#server/features/reports/money-report.ts'
import { moneyOverview } from '#server/features/statements/money-overview.ts'
import { bankAccounts, joinByBank } from '#testing/money/bank-debits.ts'
import { aDispute } from '#testing/money/disputes.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'

const months = ['2026-02', '2026-03', '2026-04']
const period = { from: '2026-02-01', until: '2026-05-31' }
const admin = () => clinic.admin.caller()
const inClinic = () => ({ stripeAccount: clinic.account })

const test = await setUpPayments({ now: '2026-02-02T18:00:00Z' })
test.sandbox.chaos.shuffle = true
test.sandbox.chaos.duplicate = true
const clinic = await test.aSellingClinic({ timeZone: 'America/Chicago' })
await test.call(setBankDebits, admin(), { isOn: true })
await test.call(saveClinicTax, admin(), { tax: { name: 'Tax', percentage: '8.25', isInclusive: false } })
const wellness = await test.aPublishedPlan(clinic, { amountCents: 4_999 })
const uninsured = await test.aPublishedPlan(clinic, { kind: 'uninsured', amountCents: 12_345 })
await play(wellness, uninsured)

async function days(count: number): Promise<void> {
  for (let day = 0; day < count; day += 4) {
    await test.pass('P4D')
    await test.runDue()
  }
}

async function play(wellness: PlanView, uninsured: PlanView): Promise<void> {
  await test.aMember(clinic, wellness)
  const other = await test.aMember(clinic, uninsured)
  await joinByBank(test, clinic, wellness)
  await joinByBank(test, clinic, wellness, bankAccounts.noFunds)
  const returned = await joinByBank(test, clinic, uninsured, bankAccounts.isReturned)
  await sales(await aPatient(test.db, clinic))
  await days(12)
  await refund(other, 1_111)
  await end(returned)
  // until March
  const { patient, disputeId } = await aDispute(test, clinic, wellness)
  await test.client.disputes.close(disputeId, {}, inClinic())
  await test.work()
  await end(patient)
  await refund(other, 2_222)
  // until the renewals of April, which are the last
  await days(32)
  for await (const { id, status } of test.client.subscriptions.list({}, inClinic()))
    if (status !== 'canceled') await test.client.subscriptions.cancel(id, {}, inClinic())
  await days(24)
}

/** So that this card or account takes back no further payment. */
async function end(patient: Patient): Promise<void> {
  const { stripe_subscription: id } = await subscriptionOf(test, patient)
  await test.client.subscriptions.cancel(id, {}, inClinic())
  await test.work()
}

/** Of the desk: a check, and an amount that is written off. */
async function sales({ patientId }: Patient): Promise<void> {
  for (const amountCents of [3_300, 1_700]) {
    const { invoiceId } = await test.call(createInvoice, admin(), {
      ...{ patientId, lines: [{ description: 'A form', amountCents }], dueInDays: 7, isTaxed: true },
      attempt: crypto.randomUUID(),
    })
    await test.work()
    const [due] = await test.db.asOwner<{ cents: number }>(
      'select amount_due_cents::int as cents from invoices where id = $1',
      [invoiceId],
    )
    const open = { invoiceId, amountCents: due?.cents }
    if (amountCents === 3_300)
      await test.call(recordPayment, admin(), {
        ...{ ...open, method: 'check', receivedOn: '2026-02-02', reference: '7' },
      })
    else await test.call(writeOffInvoice, admin(), { ...open, reason: 'agreed' })
    await test.work()
  }
}

async function refund({ patientId }: Patient, amountCents: number): Promise<void> {
  const [payment] = await test.db.asOwner<{ id: string }>(
    'select id from payments where patient_id = $1 order by charged_at limit 1',
    [patientId],
  )
  const attempt = crypto.randomUUID()
  await test.call(refundPayment, admin(), { paymentId: payment?.id, amountCents, attempt })
  await test.work()
}

async function exported(format: 'csv' | 'quickbooks'): Promise<Record<string, string>[]> {
  const answer = await test.call(exportMoney, admin(), { ...period, format })
  const [head = [], ...rows] = (await answer.text())
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  return rows.map((cells) =>
    Object.fromEntries(head.map((name, at) => [name.replace('\uFEFF', ''), cells[at] ?? ''])),
  )
}

const sum = (rows: readonly Record<string, string>[], column: string) =>
  rows.reduce((total, row) => total + Math.round(Number(row[column] || 0) * 100), 0)

/** Cents by account, of the clinic and of Carefold. */
async function ledger(): Promise<Record<string, number>> {
  const rows = await test.db.asOwner<{ account: string; cents: number }>(
    `select replace(account, ':' || clinic_id, '') as account, sum(amount_cents)::int as cents from postings
      where clinic_id = $1 group by 1 having sum(amount_cents) <> 0`,
    [clinic.id],
  )
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

it('ends with nothing at Stripe: payments less refunds, disputes and fees are in the bank and the desk', async () => {
  const { available, pending } = await test.client.balance.retrieve({}, inClinic())
  expect([...available, ...pending].map(({ amount }) => amount).filter(Boolean)).toEqual([])
  const books = await ledger()
  expect([books['clinic:stripe'], books['clinic:clearing']]).toEqual([undefined, undefined])
  expect(await ledgerDifferences(test.services, clinic.id)).toEqual([])
  const rows = await exported('csv')
  expect(new Set(rows.map(({ Type }) => Type))).toEqual(
    new Set(['Payment', 'Refund', 'Lost dispute', 'Stripe fee', 'Payout', 'Write-off']),
  )
  expect(sum(rows, 'Amount') + sum(rows, 'Stripe fee')).toBe(
    (books['clinic:bank'] ?? 0) + (books['clinic:cash'] ?? 0),
  )
})

it('payouts: page, bank, ledger, export and journal', async () => {
  const rows = await exported('csv')
  const books = await ledger()
  const { data } = await test.client.payouts.list({ limit: 100 }, inClinic())
  expect(data.length).toBeGreaterThan(4)
  expect(data.every(({ status }) => status === 'paid')).toBe(true)
  const payouts = await test.services.transactions.withActor(admin(), (tx) =>
    tx.selectFrom('payouts').select(['id', 'amount_cents', 'is_itemized']).execute(),
  )
  for (const { id, amount_cents: cents, is_itemized: isItemized } of payouts) {
    expect(isItemized).toBe(true)
    const own = rows.filter(({ Payout }) => Payout?.endsWith(id))
    expect(
      sum(
        own.filter(({ Type }) => Type === 'Payout'),
        'To the bank',
      ),
    ).toBe(cents)
    // its fees that no payment names are in the sum of all
    expect(data.find((each) => each.id === id)?.amount).toBe(cents)
  }
  const total = payouts.reduce((cents, payout) => cents + payout.amount_cents, 0)
  expect([sum(rows, 'To the bank'), books['clinic:bank']]).toEqual([total, total])
  const journal = await exported('quickbooks')
  const booked = (account: string) => {
    const own = journal.filter((line) => line['*AccountName'] === account)
    return sum(own, '*Debits') - sum(own, '*Credits')
  }
  expect(sum(journal, '*Debits')).toBe(sum(journal, '*Credits'))
  expect(booked('Checking')).toBe(total)
  expect(booked('Stripe Fees')).toBe(0 - sum(rows, 'Stripe fee'))
  expect(booked('Stripe Clearing')).toBe(0)
  expect(booked('Sales Tax Payable')).toBe(books['clinic:tax'])
})

it('tax: report, export, ledger and receipts', async () => {
  const rows = await exported('csv')
  const { taxes } = await test.call(moneyReport, admin(), period)
  const [receipts] = await test.db.asOwner<{ cents: number }>(
    'select sum(tax_cents)::int as cents from receipts where clinic_id = $1',
    [clinic.id],
  )
  const collected = taxes.reduce((total, tax) => total + tax.collectedCents, 0)
  const givenBack = taxes.reduce((total, tax) => total + tax.givenBackCents, 0)
  expect(collected).toBe(receipts?.cents)
  expect(collected - givenBack).toBe(sum(rows, 'Tax'))
  expect((await ledger())['clinic:tax']).toBe(givenBack - collected)
  expect(taxes.reduce((total, { salesCents }) => total + salesCents, 0)).toBe(sum(rows, 'Without tax'))
})

it('statements: each month is the export’s plan revenue, and 12 % of it is owed', async () => {
  const rows = (await exported('csv')).filter(({ Plan }) => Plan !== '')
  const { closed } = await test.call(moneyOverview, admin(), {})
  const statements = closed.toReversed()
  expect(statements.map(({ month }) => month)).toEqual(months)
  for (const { month, grossCents, refundsCents, netCents, commissionCents, carriedInCents } of statements) {
    const own = rows.filter((row) => row.Date?.startsWith(month))
    expect(
      sum(
        own.filter(({ Type }) => Type === 'Payment'),
        'Without tax',
      ),
    ).toBe(grossCents)
    expect(
      sum(
        own.filter(({ Type }) => Type !== 'Payment'),
        'Without tax',
      ),
    ).toBe(0 - refundsCents)
    expect(netCents).toBe(grossCents - refundsCents + carriedInCents)
    expect(commissionCents).toBe(Math.floor((Math.max(0, netCents) * 12 + 50) / 100))
  }
  const owed = statements.reduce((total, { commissionCents }) => total + commissionCents, 0)
  const books = await ledger()
  expect(books['platform:revenue:commission']).toBe(0 - owed)
  const base = ['revenue:wellness', 'revenue:uninsured', 'disputes:wellness', 'disputes:uninsured']
  expect(base.reduce((total, account) => total - (books[`clinic:${account}`] ?? 0), 0)).toBe(
    sum(rows, 'Without tax'),
  )
})
