// Cash, checks and transfers at the desk (docs/decisions/0188).
import { beforeEach, expect, it } from 'vitest'
import { recordPayment } from '#server/features/invoices/desk/record-payment.ts'
import { reversePayment } from '#server/features/invoices/desk/reverse-payment.ts'
import { payInvoice } from '#server/features/invoices/pay-invoice.ts'
import { saveClinicTax } from '#server/features/payouts/save-clinic-tax.ts'
import { booksOf } from '#testing/money/books.ts'
import { aFailingMember, dueInvoiceOf } from '#testing/money/failed-payments.ts'
import type { SellingClinic } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import type { Patient } from '#testing/sign-in/people.ts'

let isAnswerLost = false
const test = await setUpPayments({
  now: '2026-11-01T15:00:00Z',
  reach: (fetch) => async (input, init) => {
    const answer = await fetch(input, init)
    const isPayment = String(input instanceof Request ? input.url : input).endsWith('/pay')
    if (isAnswerLost && isPayment) throw new TypeError('fetch failed')
    return answer
  },
})

let clinic: SellingClinic
let patient: Patient
let invoiceId: string
/** With 13 % of tax: 113.00 a month. */
beforeEach(async () => {
  isAnswerLost = false
  clinic = await test.aSellingClinic()
  await test.call(saveClinicTax, clinic.admin.caller(), {
    tax: { name: 'HST', percentage: '13', isInclusive: false },
  })
  patient = await aFailingMember(test, clinic, await test.aPublishedPlan(clinic, { amountCents: 10_000 }))
  await test.pass('P1M')
  await test.pass('PT2H')
  invoiceId = (await dueInvoiceOf(test, patient)) ?? ''
}, 60_000)

const today = () => test.clock.now().toISOString().slice(0, 10)
const record = (changes: object = {}, by = clinic.admin.caller()) =>
  test.call(recordPayment, by, {
    invoiceId,
    amountCents: 11_300,
    method: 'check',
    receivedOn: today(),
    reference: '1042',
    ...changes,
  })

/** The columns of an invoice that the clinic's page reads. */
const shown = (id = invoiceId) =>
  test.db.asOwner(
    `select i.status, i.tax_cents::int as tax, p.method, p.reference, p.status as paid, p.refunded_cents::int as reversed
       from invoices i left join payments p on p.invoice_id = i.id and p.id like 'desk_%' where i.id = $1`,
    [id],
  )

const receipts = () =>
  test.db.asOwner(
    `select method, reference, amount_cents::int as cents, tax_cents::int as tax from receipts
      where patient_id = $1 order by number offset 1`,
    [patient.patientId],
  )

const audited = async () => {
  const rows = await test.db.asOwner<{ details: object }>(
    `select details from app.audit_log where action = 'payment.recorded' and subject_id = $1`,
    [patient.patientId],
  )
  return rows.map(({ details }) => details)
}

const mails = async (template: string) => {
  const rows = await test.db.asOwner<{ text: string }>(
    'select text_body as text from app.mails where to_address = $1 and template = $2 order by queued_at, id',
    [patient.email, template],
  )
  return rows.map(({ text }) => text.replace(/\s+/g, ' '))
}

it('a check for a plan’s invoice closes it at Stripe, is revenue of the plan, and has a receipt', async () => {
  const answers = await Promise.all([record(), record()])
  expect(answers).toEqual([{ paymentId: `desk_${invoiceId}` }, answers[0]])
  await test.work()
  // pressed again after the answer; another entry is refused
  await record()
  await expect(record({ reference: '1043' })).rejects.toMatchObject({ code: 'invoice_paid' })
  expect(await audited()).toEqual([{ invoice: invoiceId, cents: 11_300, method: 'check' }])
  expect(await shown()).toEqual([
    { status: 'paid', tax: 1_300, method: 'check', reference: '1042', paid: 'succeeded', reversed: 0 },
  ])
  expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'active' })
  // a card's month and the check's; Stripe has one charge alone
  expect(await booksOf(test, clinic)).toEqual({
    cash: 11_300,
    stripe: 11_300,
    'revenue:wellness': -20_000,
    tax: -2_600,
  })
  expect(await receipts()).toEqual([{ method: 'check', reference: '1042', cents: 11_300, tax: 1_300 }])
  const [, ofCheck, ...more] = await mails('payment-received')
  expect(more).toEqual([])
  expect(ofCheck).toContain('Check 1042')
  expect(ofCheck).toContain('$113.00')
})

it('a returned check is reversed once: its counterpart is booked, and a new invoice collects it again', async () => {
  const { paymentId } = await record()
  const reverse = () => test.call(reversePayment, clinic.admin.caller(), { paymentId, reason: 'returned' })
  const [first, second] = await Promise.allSettled([reverse(), reverse()])
  expect([first, second].filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  await test.work()
  expect(await shown()).toMatchObject([{ status: 'paid', reversed: 11_300 }])
  expect(await booksOf(test, clinic)).toEqual({ stripe: 11_300, 'revenue:wellness': -10_000, tax: -1_300 })
  const again = (await dueInvoiceOf(test, patient)) ?? ''
  expect(await shown(again)).toMatchObject([{ status: 'open', tax: 1_300, paid: null }])
  await expect(reverse()).rejects.toMatchObject({ code: 'payment_reversed' })

  const { url } = await test.call(payInvoice, patient.caller(), { invoiceId: again })
  await test.pay(url)
  await test.work()
  expect(await booksOf(test, clinic)).toEqual({ stripe: 22_600, 'revenue:wellness': -20_000, tax: -2_600 })
})

it('an answer of Stripe that is lost is booked by its event', async () => {
  isAnswerLost = true
  await expect(record({ method: 'cash', reference: '' })).rejects.toMatchObject({
    code: 'payments_unavailable',
  })
  isAnswerLost = false
  await test.work()
  expect(await shown()).toMatchObject([
    { status: 'paid', method: 'cash', reference: null, paid: 'succeeded' },
  ])
  expect(await booksOf(test, clinic)).toMatchObject({ cash: 11_300 })
  expect(await receipts()).toMatchObject([{ method: 'cash' }])
  // pressed again, as the error says
  await Promise.all([record({ method: 'cash', reference: '' }), record({ method: 'cash', reference: '' })])
  expect(await audited()).toEqual([{ invoice: invoiceId, cents: 11_300, method: 'cash' }])
})

it('an invoice that a card has paid takes no second payment', async () => {
  const inClinic = { stripeAccount: clinic.account }
  await test.client.invoices.pay(invoiceId, { payment_method: 'pm_card_visa' }, inClinic)
  await expect(record()).rejects.toMatchObject({ code: 'invoice_paid' })
  await test.work()
  expect(await booksOf(test, clinic)).toEqual({ stripe: 22_600, 'revenue:wellness': -20_000, tax: -2_600 })
  expect(await receipts()).toMatchObject([{ method: 'card' }])
})

it('the day and the amount must fit', async () => {
  await expect(record({ amountCents: 5_000 })).rejects.toMatchObject({ code: 'quote_changed' })
  for (const receivedOn of ['2036-01-01', '2024-01-01'])
    await expect(record({ receivedOn })).rejects.toMatchObject({ code: 'received_day_unfit' })
  expect(await booksOf(test, clinic)).not.toHaveProperty('cash')
})
