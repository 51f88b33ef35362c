// Bank debits from the first day to the last (docs/payments.md 10): pages, Stripe, ledger, receipts and mails agree.
import { afterAll, expect, it } from 'vitest'
import { refundPayment } from '#server/features/invoices/refund-payment.ts'
import { retryPayment } from '#server/features/invoices/retry-payment.ts'
import { cancelSubscription } from '#server/features/subscriptions/ending/cancel-subscription.ts'
import { leavePlan } from '#server/features/subscriptions/ending/leave-plan.ts'
import {
  bankAccounts,
  differences,
  joinByBank,
  moneyOf,
  openBankDebits,
  saveBankAccount,
} from '#testing/money/bank-debits.ts'
import { dueInvoiceOf } from '#testing/money/failed-payments.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import type { Patient } from '#testing/sign-in/people.ts'

const { test, clinic, plan } = await openBankDebits()
const canada = await openBankDebits('cad')
afterAll(() => Promise.all([test.close(), canada.test.close()]))

const waiting = {
  plan: 'active',
  invoices: ['open 9900 until Dec 03'],
  payments: ['pending'],
  revenue: [],
  receipts: 0,
  mails: ['payment-processing'],
}

let first: Patient | undefined

it('ACH: the plan runs while the payment is on its way; it counts in the month in which it arrives', async () => {
  const patient = await joinByBank(test, clinic, plan)
  first = patient
  expect(await moneyOf(test, clinic, patient)).toEqual(waiting)
  expect(await differences(test, clinic)).toEqual([])
  await test.pass('P6D')
  await test.pass('PT1H')
  expect(await moneyOf(test, clinic, patient)).toEqual({
    plan: 'active',
    invoices: ['paid 0'],
    payments: ['succeeded'],
    revenue: ['charge -9900 in 2026-12'],
    receipts: 1,
    mails: ['payment-processing', 'payment-received'],
  })
  expect(await differences(test, clinic)).toEqual([])
})

it('ACH: a debit that fails after days is past due, is not repeated, and another account pays it at once', async () => {
  const patient = await joinByBank(test, clinic, plan, bankAccounts.noFunds)
  await test.pass('P7D')
  const failed = {
    plan: 'past_due',
    invoices: ['open 9900'],
    payments: ['failed'],
    revenue: [],
    receipts: 0,
    mails: ['payment-processing', 'payment-failed'],
  }
  expect(await moneyOf(test, clinic, patient)).toEqual(failed)
  const [mail] = await test.db.asOwner<{ text: string }>(
    `select text_body as text from app.mails where to_address = $1 and template = 'payment-failed'`,
    [patient.email],
  )
  expect(mail?.text).toContain('This account is not debited again for this payment.')
  expect(mail?.text).toContain('the account does not have enough money')
  const invoiceId = (await dueInvoiceOf(test, patient)) ?? ''
  const retry = () =>
    test.call(retryPayment, clinic.admin.caller(), { invoiceId, attempt: crypto.randomUUID() })
  await expect(retry()).rejects.toMatchObject({ code: 'bank_debit_refused' })
  await test.pass('P3D')
  expect(await moneyOf(test, clinic, patient)).toEqual(failed)

  expect((await saveBankAccount(test, patient)).status).toBe(303)
  const onItsWay = await moneyOf(test, clinic, patient)
  expect(onItsWay).toMatchObject({ plan: 'past_due', payments: ['failed', 'pending'], receipts: 0 })
  expect(onItsWay.mails).toEqual(['payment-processing', 'payment-failed', 'payment-processing'])
  await expect(retry()).rejects.toMatchObject({ code: 'payment_processing' })
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  const stop = { choice: 'stop', amountCents: 9_900 }
  const cancel = test.call(cancelSubscription, patient.caller(), { subscriptionId, open: stop })
  await expect(cancel).rejects.toMatchObject({ code: 'payment_processing' })
  await test.pass('P7D')
  expect(await moneyOf(test, clinic, patient)).toMatchObject({
    plan: 'active',
    invoices: ['paid 0'],
    payments: ['failed', 'succeeded'],
    receipts: 1,
  })
  expect(await differences(test, clinic)).toEqual([])
})

it('ACH: a payment that the bank takes back later leaves revenue, and the clinic is notified', async () => {
  const patient = await joinByBank(test, clinic, plan, bankAccounts.isReturned)
  await test.pass('P9D')
  await test.pass('P2D')
  const money = await moneyOf(test, clinic, patient)
  expect(money.revenue.map((line) => line.split(' in ')[0])).toEqual(['charge -9900', 'dispute_lost 9900'])
  const notices = await test.db.asOwner(
    `select kind from user_notices where clinic_id = $1 and patient_id = $2 and kind = 'dispute_lost'`,
    [clinic.id, patient.patientId],
  )
  expect(notices).toEqual([{ kind: 'dispute_lost' }])
  expect(await differences(test, clinic)).toEqual([])
})

it('ACH: a payment on its way is neither refunded, nor credited by a change', async () => {
  const patient = await joinByBank(test, clinic, plan)
  const [payment] = await test.db.asOwner<{ id: string }>('select id from payments where patient_id = $1', [
    patient.patientId,
  ])
  const input = { paymentId: payment?.id ?? '', amountCents: 9_900, attempt: crypto.randomUUID() }
  const refund = () => test.call(refundPayment, clinic.admin.caller(), input)
  await expect(refund()).rejects.toMatchObject({ code: 'payment_processing' })
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  const leave = { subscriptionId, isPreview: true, attempt: crypto.randomUUID(), quote: null }
  await expect(test.call(leavePlan, patient.caller(), leave)).rejects.toMatchObject({
    code: 'payment_processing',
  })
  await test.pass('P7D')
  expect(await refund()).toEqual({ leftCents: 0 })
  expect(await differences(test, clinic)).toEqual([])
})

it('Canada: a member switches from a card to a bank account, which pays the next renewals', async () => {
  const { test, clinic, plan } = canada
  const patient = await test.aMember(clinic, plan)
  expect((await saveBankAccount(test, patient)).location).toContain('tab=methods&card=saved')
  expect(
    await test.db.asOwner(
      'select brand, last4, exp_month, is_default from patient_cards where patient_id = $1 order by brand',
      [patient.patientId],
    ),
  ).toEqual([
    { brand: 'acss_debit', last4: '6789', exp_month: null, is_default: true },
    { brand: 'visa', last4: '4242', exp_month: 12, is_default: false },
  ])
  await test.pass('P1M')
  await test.pass('PT2H')
  const renewal = await moneyOf(test, clinic, patient)
  // Sunday, December 27, and five business days
  expect(renewal).toMatchObject({ plan: 'active', invoices: ['paid 0', 'open 9900 until Jan 01'] })
  await test.pass('P7D')
  expect(await moneyOf(test, clinic, patient)).toMatchObject({
    invoices: ['paid 0', 'paid 0'],
    revenue: ['charge -9900 in 2026-11', 'charge -9900 in 2027-01'],
    receipts: 2,
  })
  expect(await differences(test, clinic)).toEqual([])
})

it('Canada: the page for joining takes cards, because Stripe debits no Canadian account there', async () => {
  const { test, clinic, plan } = canada
  const patient = await joinByBank(test, clinic, plan)
  expect(await moneyOf(test, clinic, patient)).toMatchObject({ plan: undefined, payments: [] })
})

it('ACH: the statement of the month of arrival has the payment', async () => {
  await test.pass('P1M')
  await test.runDue()
  const [line] = await test.db.asOwner(
    `select s.month, l.amount_cents::int as cents
       from statement_lines l join statements s on s.clinic_id = l.clinic_id and s.id = l.statement_id
       join journal j on j.clinic_id = l.clinic_id and j.id = l.journal_id
       join payments p on j.key = 'charge:' || p.id
      where p.patient_id = $1`,
    [first?.patientId],
  )
  expect(line).toEqual({ month: '2026-12', cents: 9_900 })
})
