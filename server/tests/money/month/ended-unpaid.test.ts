// A plan that ended unpaid: its open invoice is paid by its payer, or written off by the clinic (docs/decisions/0188).
import { beforeEach, expect, it } from 'vitest'
import { writeOffInvoice } from '#server/features/invoices/desk/write-off-invoice.ts'
import { payInvoice } from '#server/features/invoices/pay-invoice.ts'
import { booksOf } from '#testing/money/books.ts'
import { aFailingMember, dueInvoiceOf } from '#testing/money/failed-payments.ts'
import type { SellingClinic } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import type { Patient } from '#testing/sign-in/people.ts'

const test = await setUpPayments({ now: '2026-11-01T15:00:00Z' })

let clinic: SellingClinic
let patient: Patient
let invoiceId: string
beforeEach(async () => {
  clinic = await test.aSellingClinic()
  patient = await aFailingMember(test, clinic, await test.aPublishedPlan(clinic))
  for (const wait of ['P1M', 'PT2H', 'P3D', 'P5D', 'P7D']) await test.pass(wait)
  expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'canceled' })
  invoiceId = (await dueInvoiceOf(test, patient)) ?? ''
}, 60_000)

const atStripe = () => test.client.invoices.retrieve(invoiceId, {}, { stripeAccount: clinic.account })
const writeOff = (changes: object = {}, by = clinic.admin.caller()) =>
  test.call(writeOffInvoice, by, { invoiceId, amountCents: 9_900, reason: 'uncollectible', ...changes })

/** The invoice as the clinic's page reads it. */
const shown = () =>
  test.db.asOwner(
    `select status, amount_due_cents::int as due, write_off_reason as reason,
            (select count(*)::int from receipts r where r.invoice_id = i.id) as receipts
       from invoices i where id = $1`,
    [invoiceId],
  )

it('is paid by its payer, whose mail names the open amount', async () => {
  const mails = await test.db.asOwner<{ text: string }>(
    `select text_body as text from app.mails where to_address = $1 and template = 'plan-ended'`,
    [patient.email],
  )
  expect(mails.map(({ text }) => text.replace(/\s+/g, ' '))).toEqual([
    expect.stringContaining('$99.00 is still open. You can pay it in your account'),
  ])
  const { url } = await test.call(payInvoice, patient.caller(), { invoiceId })
  await test.pay(url)
  await test.work()
  expect((await atStripe()).status).toBe('paid')
  expect(await shown()).toEqual([{ status: 'paid', due: 0, reason: null, receipts: 1 }])
  expect(await booksOf(test, clinic)).toEqual({ stripe: 19_800, 'revenue:wellness': -19_800 })
  await expect(writeOff()).rejects.toMatchObject({ code: 'invoice_paid' })
})

it('is written off once, which books nothing and mails nothing', async () => {
  const mails = () => test.db.asOwner('select id from app.mails where to_address = $1', [patient.email])
  const before = await mails()
  await expect(writeOff({ amountCents: 5_000 })).rejects.toMatchObject({ code: 'quote_changed' })
  await Promise.all([writeOff(), writeOff({ reason: 'uncollectible' })])
  await test.work()
  expect((await atStripe()).status).toBe('uncollectible')
  expect(await shown()).toEqual([
    { status: 'uncollectible', due: 9_900, reason: 'uncollectible', receipts: 0 },
  ])
  expect(await booksOf(test, clinic)).toEqual({ stripe: 9_900, 'revenue:wellness': -9_900 })
  expect(await mails()).toEqual(before)
  await expect(test.call(payInvoice, patient.caller(), { invoiceId })).rejects.toMatchObject({
    code: 'invoice_not_due',
  })
  const audited = await test.db.asOwner(
    `select details from app.audit_log where action = 'payment.written_off' and subject_id = $1`,
    [patient.patientId],
  )
  expect(audited).toEqual([{ details: { invoice: invoiceId, cents: 9_900, reason: 'uncollectible' } }])
})
