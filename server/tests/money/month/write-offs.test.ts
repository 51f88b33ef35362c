// A month's export: how each payment was paid, and the write-offs, which book nothing (docs/decisions/0196).
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ExportFormat } from '#domain/reports/book-accounts.ts'
import { createInvoice } from '#server/features/invoices/desk/create-invoice.ts'
import { recordPayment } from '#server/features/invoices/desk/record-payment.ts'
import { writeOffInvoice } from '#server/features/invoices/desk/write-off-invoice.ts'
import { exportMoney } from '#server/features/reports/export-money.ts'
import { moneyReport } from '#server/features/reports/money-report.ts'
import { joinByBank, openBankDebits } from '#testing/money/bank-debits.ts'
import { booksOf } from '#testing/money/books.ts'
import { cards } from '#testing/money/payments.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'

const { test, clinic, plan } = await openBankDebits()
afterAll(() => test.close())

const period = { from: '2026-11-01', until: '2026-12-31' }
const admin = clinic.admin.caller()
let patient: Patient
let written: string[] = []

beforeAll(async () => {
  patient = await aPatient(test.db, clinic)
  await test.aMember(clinic, plan, cards.good)
  await joinByBank(test, clinic, plan)
  const bill = async (amountCents: number) => {
    const { invoiceId } = await test.call(createInvoice, admin, {
      patientId: patient.patientId,
      lines: [{ description: 'A form', amountCents }],
      ...{ dueInDays: 14, isTaxed: false, attempt: crypto.randomUUID() },
    })
    await test.work()
    return invoiceId
  }
  const pay = async (invoiceId: string, amountCents: number, method: string, reference = '') => {
    const paid = { invoiceId, amountCents, method, reference, receivedOn: '2026-11-27' }
    await test.call(recordPayment, admin, paid)
    await test.work()
  }
  await pay(await bill(1_000), 1_000, 'check', '1042')
  await pay(await bill(1_100), 1_100, 'cash')
  await pay(await bill(1_200), 1_200, 'transfer')
  for (const [amountCents, reason] of [
    [2_500, 'agreed'],
    [700, 'uncollectible'],
  ] as const) {
    const invoiceId = await bill(amountCents)
    await test.call(writeOffInvoice, admin, { invoiceId, amountCents, reason })
    await test.work()
    written = [...written, invoiceId]
  }
  // the second is paid after all
  await pay(written[1] ?? '', 700, 'cash')
  await test.pass('P7D')
}, 60_000)

async function exported(format: ExportFormat): Promise<Uint8Array> {
  return new Uint8Array(await (await test.call(exportMoney, admin, { ...period, format })).arrayBuffer())
}

async function rowsOf(format: ExportFormat): Promise<Record<string, string>[]> {
  const text = new TextDecoder().decode(await exported(format)).trim()
  const [head = [], ...rows] = text.split('\r\n').map((line) => line.split(','))
  return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])))
}

it('names the method of each payment', async () => {
  const payments = (await rowsOf('csv')).filter(({ Type }) => Type === 'Payment')
  expect(payments.map((row) => `${row['Payment method']} ${row.Amount}`).sort()).toEqual([
    ...['Bank account ending in 6789 99.00', 'Bank transfer 12.00'],
    ...['Cash 11.00', 'Cash 7.00', 'Check 1042 10.00', 'Visa ending in 4242 99.00'],
  ])
})

it('has a row for each write-off, with its reason, that no sum of the ledger contains', async () => {
  const rows = await rowsOf('csv')
  const writeOff = { Type: 'Write-off', Patient: patient.name, Amount: '', Tax: '', Receipt: '' }
  expect(rows.filter(({ Type }) => Type === 'Write-off')).toMatchObject([
    { ...writeOff, 'Written off': '25.00', Reason: 'Agreed with the patient', Reference: written[0] },
    { ...writeOff, 'Written off': '7.00', Reason: 'Cannot be collected', Reference: written[1] },
  ])
  const total = rows.reduce((sum, { Amount }) => sum + Math.round(Number(Amount) * 100), 0)
  const books = await booksOf(test, clinic)
  expect(total).toBe(2 * 9_900 + 4_000)
  expect(books).toEqual({ cash: 4_000, stripe: 19_800, 'revenue:wellness': -19_800, 'revenue:other': -4_000 })
})

it('is the same on the page and in the workbook, and no line of a journal', async () => {
  const { kinds } = await test.call(moneyReport, admin, period)
  expect(kinds.find(({ kind }) => kind === 'write_off')).toEqual({
    ...{ kind: 'write_off', count: 2, writtenOffCents: 3_200 },
    ...{ amountCents: 0, taxCents: 0, netCents: 0, feeCents: 0, bankCents: 0 },
  })
  const files = unzipSync(await exported('xlsx'))
  expect(strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain('<v>32</v>')
  expect(strFromU8(files['xl/worksheets/sheet2.xml'] ?? new Uint8Array())).toContain('<v>25</v>')
  expect(strFromU8(files['xl/sharedStrings.xml'] ?? new Uint8Array())).toContain('Check 1042')
  const journals = await rowsOf('quickbooks')
  expect(new Set(journals.map(({ Description }) => Description))).toEqual(
    new Set(['Payment', 'Stripe fee', 'Payout']),
  )
})
