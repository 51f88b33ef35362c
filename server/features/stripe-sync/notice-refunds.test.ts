import { expect, it } from 'vitest'
import { customerOf } from '#testing/money/cards.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { chargesOf } from '#testing/money/subscriptions.ts'
import { refundPayment } from '../invoices/refund-payment.ts'
import { refreshCharge } from './refresh/refresh-charge.ts'

const { test, clinic, plan } = await setUpSale()
const inClinic = { stripeAccount: clinic.account }
const { id: clinicId, account, timeZone } = clinic

const mailsOf = async ({ email }: { email: string }) => {
  await test.work()
  return test.db.asOwner<{ template: string; text: string }>(
    `select template, text_body as text from app.mails where to_address = $1 and template like 'refund-%' order by template, text_body`,
    [email],
  )
}

it('mails a payer once of a refund, made here or in the clinic’s dashboard', async () => {
  const patient = await test.aMember(clinic, plan)
  expect(await chargesOf(test, clinic, patient)).toEqual([9_900])
  const [payment] = await test.db.asOwner<{ id: string }>('select id from payments where patient_id = $1', [
    patient.patientId,
  ])
  const paymentId = payment?.id ?? ''
  await test.call(refundPayment, clinic.admin.caller(), {
    paymentId,
    amountCents: 1_200,
    attempt: crypto.randomUUID(),
  })
  const [first] = await mailsOf(patient)
  expect(first).toMatchObject({ template: 'refund-given', text: expect.stringContaining('$12.00') })
  await test.client.refunds.create({ charge: paymentId, amount: 700 }, inClinic)
  await refreshCharge(test.services, { clinicId, account, timeZone }, paymentId, 'again')
  expect((await mailsOf(patient)).map(({ text }) => /\$\d+\.\d\d/.exec(text)?.[0])).toEqual([
    '$12.00',
    '$7.00',
  ])
  await test.db.asOwner(`delete from app.notices where kind = 'refund_given'`)
  await test.pass('P8D')
  await refreshCharge(test.services, { clinicId, account, timeZone }, paymentId, 'much later')
  expect(await mailsOf(patient)).toHaveLength(2)
})

it('notifies payer and admins of a failed refund', async () => {
  const patient = await test.aMember(clinic, plan)
  const customer = await customerOf(test, patient)
  const method = await test.client.paymentMethods.attach('pm_card_visa', { customer }, inClinic)
  const { latest_charge: id } = await test.client.paymentIntents.create(
    { amount: 8_000, currency: 'usd', confirm: true, customer, payment_method: method.id },
    inClinic,
  )
  await test.client.refunds.create({ charge: String(id), amount: 3_000 }, inClinic)
  await test.work()
  // days later the bank refuses it, which the sandbox cannot play
  const { charges } = test.services.stripe
  const { read } = charges
  charges.read = async (...given) => {
    const facts = await read(...given)
    return { ...facts, refunds: facts.refunds.map((refund) => ({ ...refund, status: 'failed' as const })) }
  }
  for (const time of ['once', 'twice'])
    await refreshCharge(test.services, { clinicId, account, timeZone }, String(id), time)
  charges.read = read
  expect((await mailsOf(patient)).map(({ template }) => template)).toEqual(['refund-failed', 'refund-given'])
  expect(
    await test.db.asOwner(`select user_id, patient_id from user_notices where kind = 'refund_failed'`),
  ).toEqual([{ user_id: clinic.admin.userId, patient_id: patient.patientId }])
})
