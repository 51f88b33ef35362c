import { expect, it } from 'vitest'
import { aFailingMember, dueInvoiceOf } from '#testing/money/failed-payments.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import type { Patient } from '#testing/sign-in/people.ts'
import { sendPaymentLink } from './send-payment-link.ts'

const { test, clinic, plan } = await setUpSale()

const patient = await aFailingMember(test, clinic, plan)
const other = await aFailingMember(test, clinic, plan, 'pm_card_authenticationRequired')
await test.pass('P1M')
await test.pass('PT2H')
const invoiceId = (await dueInvoiceOf(test, patient)) ?? ''

const send = (id = invoiceId, by = clinic.admin.caller()) => test.call(sendPaymentLink, by, { invoiceId: id })

async function mailsTo({ email }: Patient) {
  await test.work()
  return test.db.asOwner<{ text: string; links: string[] }>(
    `select text_body as text, links from app.mails where to_address = $1 and template = 'payment-failed' order by queued_at`,
    [email],
  )
}

it('is refused within a day of the automatic mail', async () => {
  expect(await mailsTo(patient)).toHaveLength(1)
  await expect(send()).rejects.toMatchObject({ code: 'payment_link_sent' })
  expect(await mailsTo(patient)).toHaveLength(1)
})

it('is sent once a day, even by two tabs, links to the payment, and notifies no admin', async () => {
  await test.pass('P1D')
  const notices = () =>
    test.db.asOwner(`select id from user_notices where clinic_id = $1 and kind = 'payment_failed'`, [
      clinic.id,
    ])
  const before = (await notices()).length
  const outcomes = await Promise.allSettled([send(), send()])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [, mail, ...more] = await mailsTo(patient)
  expect(more).toEqual([])
  expect(mail?.links).toEqual([`http://${clinic.subdomain}.carefold.localhost:3000/pay`])
  expect(mail?.text).toMatch(/could not charge \$99\.00 to your card/)
  expect((await notices()).length).toBe(before)
  const [row] = await test.db.asOwner('select failure_mailed_at as at from invoices where id = $1', [
    invoiceId,
  ])
  expect(row).toEqual({ at: test.clock.now() })
  const trail = await test.db.asOwner(
    `select actor_id, details ->> 'invoice' as invoice from app.audit_log where action = 'payment_link.sent' and subject_id = $1`,
    [patient.patientId],
  )
  expect(trail).toEqual([{ actor_id: clinic.admin.userId, invoice: invoiceId }])
})

it('states that the bank requires a confirmation by the payer', async () => {
  await send((await dueInvoiceOf(test, other)) ?? '')
  const mails = await mailsTo(other)
  expect(mails.at(-1)?.text).toMatch(/asks you to confirm the payment/)
})

it('is refused for a payer without an account', async () => {
  await test.pass('P1D')
  await test.db.asOwner('update patients set user_id = null where id = $1', [patient.patientId])
  await expect(send()).rejects.toMatchObject({ code: 'payer_without_account' })
  await test.db.asOwner('update patients set user_id = $2 where id = $1', [patient.patientId, patient.userId])
})

it('is refused for a paid invoice, and for an ended plan', async () => {
  const due = (await dueInvoiceOf(test, other)) ?? ''
  await test.client.invoices.pay(due, { payment_method: 'pm_card_visa' }, { stripeAccount: clinic.account })
  await test.work()
  await expect(send(due)).rejects.toMatchObject({ code: 'invoice_paid' })
  const { stripe_subscription } = await subscriptionOf(test, patient)
  await test.client.subscriptions.cancel(stripe_subscription, {}, { stripeAccount: clinic.account })
  await test.work()
  await expect(send()).rejects.toMatchObject({ code: 'subscription_ended' })
})
