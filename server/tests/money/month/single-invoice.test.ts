// An invoice of the desk for a single sale: paid by link, overdue, written off (docs/decisions/0189).
import { beforeEach, expect, it } from 'vitest'
import { createInvoice } from '#server/features/invoices/desk/create-invoice.ts'
import { recordPayment } from '#server/features/invoices/desk/record-payment.ts'
import { remindDueInvoices } from '#server/features/invoices/desk/remind-due-invoices.ts'
import { writeOffInvoice } from '#server/features/invoices/desk/write-off-invoice.ts'
import { payInvoice } from '#server/features/invoices/pay-invoice.ts'
import { saveClinicTax } from '#server/features/payouts/save-clinic-tax.ts'
import { closeOldestDueMonth } from '#server/features/statements/close-month.ts'
import { booksOf } from '#testing/money/books.ts'
import type { SellingClinic } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'

const test = await setUpPayments({ now: '2026-03-02T15:00:00Z' })

let clinic: SellingClinic
let patient: Patient
beforeEach(async () => {
  clinic = await test.aSellingClinic()
  patient = await aPatient(test.db, clinic)
})

const create = (changes: object = {}) =>
  test.call(createInvoice, clinic.admin.caller(), {
    patientId: patient.patientId,
    lines: [
      { description: 'Insurance form', amountCents: 2_500 },
      { description: 'Copies', amountCents: 500 },
    ],
    dueInDays: 14,
    isTaxed: false,
    attempt: crypto.randomUUID(),
    ...changes,
  })

const remind = () =>
  remindDueInvoices(test.services)
    .run({} as never)
    .then(test.work)

/** An invoice as the pages read it. */
const shown = (id: string) =>
  test.db.asOwner(
    `select i.status, i.amount_due_cents::int as due, i.total_cents::int as total, i.tax_cents::int as tax,
            round(extract(epoch from i.due_at - i.issued_at) / 86400)::int as days,
            (select array_agg(plan_name || ' ' || method) from receipts r where r.invoice_id = i.id) as receipts
       from invoices i where i.id = $1`,
    [id],
  )

/** In the order of their names: some are queued at one instant. */
async function mails(): Promise<string[]> {
  const rows = await test.db.asOwner<{ template: string; subject: string; text: string }>(
    'select template, subject, text_body as text from app.mails where to_address = $1 order by queued_at, id',
    [patient.email],
  )
  expect(rows.filter(({ text }) => text.includes('Insurance form'))).toEqual([])
  return rows
    .map(
      ({ template, text }) =>
        `${template}: ${/(is due by|is due today|was due by|received)/.exec(text)?.[0]}`,
    )
    .sort()
}

it('is mailed, paid by link, has a receipt that names the sale, and is in no commission', async () => {
  const attempt = crypto.randomUUID()
  const [{ invoiceId }, again] = await Promise.all([create({ attempt }), create({ attempt })])
  expect(again).toEqual({ invoiceId })
  await test.work()
  expect(await shown(invoiceId)).toEqual([
    { status: 'open', due: 3_000, total: 3_000, tax: 0, days: 14, receipts: null },
  ])
  expect(await mails()).toEqual(['invoice-due: is due by'])
  expect(await booksOf(test, clinic)).toEqual({})

  const { url } = await test.call(payInvoice, patient.caller(), { invoiceId })
  await test.pay(url)
  await test.work()
  expect(await shown(invoiceId)).toMatchObject([
    { status: 'paid', due: 0, receipts: ['Insurance form, Copies card'] },
  ])
  expect(await booksOf(test, clinic)).toEqual({ stripe: 3_000, 'revenue:other': -3_000 })
  expect(await mails()).toEqual(['invoice-due: is due by', 'payment-received: received'])
  await test.pass('P1M')
  await remind()
  expect(await mails()).toHaveLength(2)
  await test.services.transactions.withSystem('test', (tx) =>
    closeOldestDueMonth(tx, clinic.id, test.clock.now()),
  )
  const statements = await test.db.asOwner(
    'select gross_cents::int as gross, commission_cents::int as commission from statements where clinic_id = $1',
    [clinic.id],
  )
  expect(statements).toEqual([{ gross: 0, commission: 0 }])
})

it('is announced once more on the day it is due, and is overdue after it', async () => {
  const { invoiceId } = await create()
  await test.pass('P13D')
  await remind()
  expect(await mails()).toEqual(['invoice-due: is due by'])
  await test.pass('P1DT1H')
  await remind()
  await remind()
  expect(await mails()).toEqual(['invoice-due: is due by', 'invoice-due: is due today'])
  expect(await shown(invoiceId)).toMatchObject([{ status: 'open', due: 3_000 }])
  const writeOff = { invoiceId, amountCents: 3_000, reason: 'agreed' }
  await test.call(writeOffInvoice, clinic.admin.caller(), writeOff)
  await test.work()
  expect(await shown(invoiceId)).toMatchObject([{ status: 'uncollectible', receipts: null }])
  expect(await booksOf(test, clinic)).toEqual({})
})

it('has the clinic’s tax on top, and cash for it is other revenue', async () => {
  await expect(create({ isTaxed: true })).rejects.toMatchObject({ code: 'clinic_without_tax' })
  await test.call(saveClinicTax, clinic.admin.caller(), {
    tax: { name: 'HST', percentage: '13', isInclusive: false },
  })
  const { invoiceId } = await create({ isTaxed: true, dueInDays: 0 })
  expect(await shown(invoiceId)).toMatchObject([{ total: 3_390, tax: 390, days: 0 }])
  await test.call(recordPayment, clinic.admin.caller(), {
    invoiceId,
    amountCents: 3_390,
    method: 'cash',
    receivedOn: test.clock.now().toISOString().slice(0, 10),
    reference: '',
  })
  await test.work()
  expect(await shown(invoiceId)).toMatchObject([
    { status: 'paid', receipts: ['Insurance form, Copies cash'] },
  ])
  expect(await booksOf(test, clinic)).toEqual({ cash: 3_390, 'revenue:other': -3_000, tax: -390 })
})
