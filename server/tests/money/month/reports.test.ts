import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import type { ExportFormat } from '#domain/reports/book-accounts.ts'
import type { KindSums } from '#domain/reports/entries.ts'
import { refundPayment } from '#server/features/invoices/refund-payment.ts'
import { saveClinicTax } from '#server/features/payouts/save-clinic-tax.ts'
import { exportMoney } from '#server/features/reports/export-money.ts'
import { moneyReport } from '#server/features/reports/money-report.ts'
import { saveBookAccounts } from '#server/features/reports/save-book-accounts.ts'
import { aDispute } from '#testing/money/disputes.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aStaffMember } from '#testing/sign-in/people.ts'

/** The months played. */
const period = { from: '2026-03-01', until: '2026-05-31' }

const test = await setUpPayments({ now: '2026-03-10T15:00:00Z' })
const clinic = await test.aSellingClinic({ timeZone: 'America/Toronto' })
const admin = clinic.admin.caller()
const untaxed = await test.aPublishedPlan(clinic, { name: 'Before the tax' })
await test.aMember(clinic, untaxed)
await test.call(saveClinicTax, admin, { tax: { name: 'QST', percentage: '9.975', isInclusive: false } })
const monthly = await test.aPublishedPlan(clinic, { amountCents: 9_990 })
const yearly = await test.aPublishedPlan(clinic, { name: '=A year', interval: 'year', amountCents: 36_500 })
const members = { monthly: await test.aMember(clinic, monthly), yearly: await test.aMember(clinic, yearly) }
const { disputeId } = await aDispute(test, clinic, monthly)
const inClinic = { stripeAccount: clinic.account }
await test.client.disputes.close(disputeId, {}, inClinic)
await test.work()
for (const [patient, amountCents] of [
  [members.monthly, 3_333],
  [members.yearly, 1_000],
] as const) {
  const [payment] = await test.db.asOwner<{ id: string }>(
    'select id from payments where patient_id = $1 order by charged_at limit 1',
    [patient.patientId],
  )
  await test.call(refundPayment, admin, {
    ...{ paymentId: payment?.id, amountCents, reason: 'goodwill', attempt: crypto.randomUUID() },
  })
  await test.work()
}
await test.pass('P25D')

async function exported(format: ExportFormat): Promise<Uint8Array> {
  const answer = await test.call(exportMoney, clinic.admin.caller(), { ...period, format })
  return new Uint8Array(await answer.arrayBuffer())
}

/** Rows of cells by the names of the header. */
async function rowsOf(format: ExportFormat): Promise<Record<string, string>[]> {
  const text = new TextDecoder().decode(await exported(format)).trim()
  const [head = [], ...rows] = text.split('\r\n').map((line) => line.split(','))
  return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])))
}

const cents = (text: string | undefined) => Math.round(Number(text || 0) * 100)
const total = (amounts: readonly (string | undefined)[]) =>
  amounts.reduce((sum, each) => sum + cents(each), 0)

async function balances(): Promise<Record<string, number>> {
  const rows = await test.db.asOwner<{ account: string; cents: string }>(
    `select replace(account, 'clinic:' || clinic_id || ':', '') as account, sum(amount_cents) as cents
       from postings where clinic_id = $1 and account like 'clinic:%' group by clinic_id, account`,
    [clinic.id],
  )
  return Object.fromEntries(rows.map((row) => [row.account, Number(row.cents)]))
}

it('exports the ledger to the cent, as the page shows it and Stripe has it', async () => {
  const rows = await rowsOf('csv')
  const ledger = await balances()
  expect(total(rows.map((row) => row['Without tax']))).toBe(
    0 - (ledger['revenue:wellness'] ?? 0) - (ledger['disputes:wellness'] ?? 0),
  )
  expect(total(rows.map((row) => row.Tax))).toBe(0 - (ledger.tax ?? 0))

  const { kinds } = await test.call(moneyReport, clinic.admin.caller(), period)
  for (const [name, column] of [
    ['amountCents', 'Amount'],
    ['taxCents', 'Tax'],
    ['feeCents', 'Stripe fee'],
    ['bankCents', 'To the bank'],
  ] as const)
    expect(kinds.reduce((sum, each) => sum + each[name], 0)).toBe(total(rows.map((row) => row[column])))

  const inClinic = { stripeAccount: clinic.account }
  const { data } = await test.client.balanceTransactions.list({ limit: 100 }, inClinic)
  const atStripe = (...found: string[]) =>
    data.filter(({ type }) => found.includes(type)).reduce((sum, { amount }) => sum + amount, 0)
  const shown = (kind: string) => kinds.find((each: KindSums) => each.kind === kind)?.amountCents ?? 0
  expect(shown('charge')).toBe(atStripe('charge', 'payment'))
  expect(shown('refund')).toBe(atStripe('refund', 'payment_refund'))
  expect(shown('dispute_lost')).toBe(-10_987)
  const fees = data.reduce((sum, { type, fee, amount }) => sum + (type === 'stripe_fee' ? -amount : fee), 0)
  expect(fees).toBeGreaterThan(0)
  expect(kinds.reduce((sum, { feeCents }) => sum + feeCents, 0)).toBe(0 - fees)
  expect(fees).toBe(ledger.fees)
  expect(kinds.reduce((sum, { bankCents }) => sum + bankCents, 0)).toBe(0 - atStripe('payout'))
  expect(ledger.bank).toBe(0 - atStripe('payout'))
  // each payout is named beside what it contains
  const payouts = rows.filter(({ Type }) => Type === 'Payout')
  expect(payouts.length).toBeGreaterThan(0)
  for (const { Payout: payout = '', ...line } of payouts) {
    expect(payout).toMatch(/^2026-\d\d-\d\d po_/)
    const inIt = rows.filter((row) => row.Payout === payout && row.Type !== 'Payout')
    expect(total(inIt.flatMap((row) => [row.Amount, row['Stripe fee']]))).toBe(cents(line['To the bank']))
  }
})

it('names patient, plan, receipt and tax of each payment, and no cell is a formula', async () => {
  const rows = await rowsOf('csv')
  const of = { Patient: members.yearly.name, Plan: "'=A year", Receipt: 'R-000003' }
  expect(rows.filter((row) => row.Plan === of.Plan)).toMatchObject([
    { ...of, Type: 'Payment', Amount: '401.41', Tax: '36.41', 'Tax rate': 'QST 9.975%' },
    { ...of, Type: 'Stripe fee', Amount: '', 'Stripe fee': expect.stringMatching(/^-\d+\.\d\d$/) },
    { ...of, Type: 'Refund', Amount: '-10.00', Reason: 'Goodwill' },
  ])
})

it('is a workbook with numbers as numbers and texts as texts', async () => {
  const files = unzipSync(await exported('xlsx'))
  const sheet = (number: number) => strFromU8(files[`xl/worksheets/sheet${number}.xml`] ?? new Uint8Array())
  expect(strFromU8(files['xl/workbook.xml'] ?? new Uint8Array()).match(/name="[^"]+"/g)).toEqual([
    ...['name="Totals"', 'name="Transactions"', 'name="Tax"', 'name="Yearly plans"'],
  ])
  expect(strFromU8(files['xl/sharedStrings.xml'] ?? new Uint8Array())).toContain('<t>=A year</t>')
  expect(sheet(2)).toContain('<v>401.41</v>')
  expect(sheet(2)).not.toContain('<f>')
})

it('has balanced journals for QuickBooks and Xero, under the clinic’s own account names and without patients', async () => {
  const names = { stripe: 'Stripe, Inc.', tax: '820' }
  await test.call(saveBookAccounts, clinic.admin.caller(), { names: names })
  const quickbooks = new TextDecoder().decode(await exported('quickbooks'))
  expect(quickbooks).toContain(
    '*JournalNo,*JournalDate,*AccountName,*Debits,*Credits,Description,Name,Currency,Location,Class\r\n',
  )
  expect(quickbooks).toContain('"Stripe, Inc."')
  expect(quickbooks).not.toContain(members.monthly.name)
  await test.call(saveBookAccounts, clinic.admin.caller(), { names: { ...names, stripe: 'Stripe' } })

  const lines = await rowsOf('quickbooks')
  const journals = new Set(lines.map((line) => line['*JournalNo']))
  expect([...journals]).toEqual([
    ...['CF-2026-03-10', 'CF-2026-03-12'],
    ...['CF-2026-04-10', 'CF-2026-04-12'],
  ])
  for (const number of journals) {
    const own = lines.filter((line) => line['*JournalNo'] === number)
    expect(total(own.map((line) => line['*Debits']))).toBe(total(own.map((line) => line['*Credits'])))
  }
  const ledger = await balances()
  const booked = (account: string) =>
    total(lines.map((line) => (line['*AccountName'] === account ? line['*Debits'] : ''))) -
    total(lines.map((line) => (line['*AccountName'] === account ? line['*Credits'] : '')))
  expect(booked('820')).toBe(ledger.tax)
  expect(booked('Wellness Plans')).toBe(ledger['revenue:wellness'])
  expect(booked('Stripe')).toBe((ledger.stripe ?? 0) + (ledger.clearing ?? 0))

  const xero = await rowsOf('xero')
  expect(xero[0]).toMatchObject({
    '*Narration': 'Carefold 2026-03-10',
    '*Date': '10 Mar 2026',
    '*TaxRate': 'Tax Exempt',
  })
  expect(total(xero.map((line) => line['*Amount']))).toBe(0)
  expect(total(xero.map((line) => (line['*AccountCode'] === '820' ? line['*Amount'] : '')))).toBe(ledger.tax)
})

it('sums tax by name and rate, collected less given back', async () => {
  const { taxes } = await test.call(moneyReport, clinic.admin.caller(), period)
  const ledger = await balances()
  const [qst, none] = taxes
  expect(taxes).toMatchObject([
    { name: 'QST', ratePpm: 99_750 },
    { name: null, ratePpm: null, collectedCents: 0, givenBackCents: 0 },
  ])
  expect((qst?.collectedCents ?? 0) - (qst?.givenBackCents ?? 0)).toBe(0 - (ledger.tax ?? 0))
  // of 33.33 and 10.00, and of the lost 109.87
  expect(qst?.givenBackCents).toBe(302 + 91 + 997)
  expect(none?.salesCents).toBeGreaterThan(0)
  const empty = await test.call(moneyReport, clinic.admin.caller(), {
    from: '2025-01-01',
    until: '2025-12-31',
  })
  expect(empty).toMatchObject({ kinds: [], taxes: [], deferred: [] })
})

it('earns a yearly plan by day, beside the cash', async () => {
  const { deferred } = await test.call(moneyReport, clinic.admin.caller(), period)
  const [march, april] = deferred
  // 365.00 paid on March 10 for 365 days
  expect(march).toEqual({
    month: '2026-03',
    cashCents: 36_500,
    recognizedCents: 2_200,
    deferredCents: 34_300,
  })
  // the refund of 10.00, 9.09 without tax, reduces what is not yet earned
  expect(april?.cashCents).toBe(-909)
  expect(deferred.at(-1)).toMatchObject({ month: '2027-03', deferredCents: 0 })
  expect(deferred.reduce((sum, { recognizedCents }) => sum + recognizedCents, 0)).toBe(36_500 - 909)
})

it('serves the Billing role as the admin', async () => {
  const bookkeeper = (await aStaffMember(test.db, clinic, { isBillingOnly: true })).caller()
  const admin = clinic.admin.caller()
  expect(await test.call(moneyReport, bookkeeper, period)).toEqual(
    await test.call(moneyReport, admin, period),
  )
  const [own, admins] = await Promise.all(
    [bookkeeper, admin].map(async (caller) =>
      (await test.call(exportMoney, caller, { ...period, format: 'csv' })).text(),
    ),
  )
  expect(own).toBe(admins)
  await test.call(saveBookAccounts, bookkeeper, { names: { bank: '090' } })
  expect(await rowsOf('xero')).toContainEqual(expect.objectContaining({ '*AccountCode': '090' }))
})
