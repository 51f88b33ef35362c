import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import { payInvoice } from './pay-invoice.ts'

const test = await setUpPayments()

// spec: B2.7 A due invoice is paid by its patient alone
it('a due invoice is paid on Stripe’s page with another card, by its patient only', async () => {
  const clinic = await test.aSellingClinic()
  const plan = await test.aPublishedPlan(clinic)
  const [patient, other] = [await test.aMember(clinic, plan), await test.aMember(clinic, plan)]
  const inClinic = { stripeAccount: clinic.account }
  const { stripe_subscription } = await subscriptionOf(test, patient)
  const { customer } = await test.client.subscriptions.retrieve(stripe_subscription, {}, inClinic)
  const bad = await test.client.paymentMethods.attach(
    'pm_card_chargeCustomerFail',
    { customer: String(customer) },
    inClinic,
  )
  await test.client.customers.update(
    String(customer),
    { invoice_settings: { default_payment_method: bad.id } },
    inClinic,
  )
  await test.pass('P1M')
  await test.pass('PT1H')
  const [due] = await test.db.asOwner<{ id: string }>(
    `select id from invoices where patient_id = $1 and status = 'open'`,
    [patient.patientId],
  )
  const pay = (caller: Caller, invoiceId = due?.id) => test.call(payInvoice, caller, { invoiceId })

  await expect(pay(other.caller())).rejects.toMatchObject({ code: 'not_found' })
  await expect(pay(patient.caller(), 'in_unknown00000000')).rejects.toMatchObject({ code: 'not_found' })
  await expect(pay(clinic.admin.caller())).rejects.toMatchObject({ code: 'not_allowed' })
  const elsewhere = await test.aSellingClinic()
  await expect(pay(patient.caller(elsewhere))).rejects.toMatchObject({ code: 'not_allowed' })

  const { url } = await pay(patient.caller())
  expect((await test.pay(url)).status).toBeLessThan(400)
  await test.work()
  expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'active' })
  await expect(pay(patient.caller())).rejects.toMatchObject({ code: 'invoice_not_due' })
}, 60_000)
