// The story: server/tests/money/month/credit.test.ts.
import { expect, it } from 'vitest'
import { setUpSale } from '#testing/money/set-up.ts'
import { giveCredit } from './give-credit.ts'
import { takeBackCredit } from './take-back-credit.ts'

const { test, clinic, plan } = await setUpSale()

it('two tabs take it back once, also beside the payer’s own credit', async () => {
  const { patientId } = await test.aMember(clinic, plan)
  const entry = () => ({ patientId, amountCents: 2_000, attempt: crypto.randomUUID() })
  await test.call(giveCredit, clinic.admin.caller(), { ...entry(), reason: 'goodwill' })
  const shown = async () => {
    const [row] = await test.db.asOwner<{ customer: string }>(
      `select stripe_customer as customer, credit_cents::int as credit, unused_credit_cents::int as unused
         from patient_customers where patient_id = $1`,
      [patientId],
    )
    return row
  }
  const customer = (await shown())?.customer ?? ''
  // as of a prorated change, which is the payer's own
  const inClinic = { stripeAccount: clinic.account }
  const { id: invoice } = await test.client.invoices.create({ customer, auto_advance: false }, inClinic)
  const item = { customer, invoice, amount: -3_000, currency: 'usd' }
  await test.client.invoiceItems.create(item, inClinic)
  await test.client.invoices.finalizeInvoice(invoice, {}, inClinic)
  await test.work()
  expect(await shown()).toMatchObject({ credit: 5_000, unused: 2_000 })

  const takeBack = () => test.call(takeBackCredit, clinic.admin.caller(), { ...entry(), reason: 'mistake' })
  const both = await Promise.allSettled([takeBack(), takeBack()])
  await test.work()
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await shown()).toMatchObject({ credit: 3_000, unused: 0 })
})
