import { expect, it } from 'vitest'
import { setUpSale } from '#testing/money/set-up.ts'
import type { Patient } from '#testing/sign-in/people.ts'
import { refundPayment } from './refund-payment.ts'

const { test, clinic, plan } = await setUpSale()

async function paymentOf(patient: Patient): Promise<string> {
  const [row] = await test.db.asOwner<{ id: string }>('select id from payments where patient_id = $1', [
    patient.patientId,
  ])
  return row?.id ?? ''
}

const refund = (paymentId: string, amountCents: number, attempt: string = crypto.randomUUID()) =>
  test.call(refundPayment, clinic.admin.caller(), { paymentId, amountCents, attempt })

const refundedOf = (paymentId: string) =>
  test.db.asOwner('select refunded_cents from payments where id = $1', [paymentId])

// spec: B2.9 A payment is refunded in parts, never more
it('refunds a part and then the rest, never more, and books each in the month of the refund', async () => {
  const patient = await test.aMember(clinic, plan)
  const paymentId = await paymentOf(patient)
  expect(await refund(paymentId, 4_000)).toEqual({ leftCents: 5_900 })
  await expect(refund(paymentId, 5_901)).rejects.toMatchObject({ code: 'refund_too_large' })
  expect(await refund(paymentId, 5_900)).toEqual({ leftCents: 0 })
  await expect(refund(paymentId, 1)).rejects.toMatchObject({ code: 'refund_too_large' })
  await test.work()
  expect(await refundedOf(paymentId)).toEqual([{ refunded_cents: 9_900 }])
  const [booked] = await test.db.asOwner(
    `select count(*)::int as times, sum(p.amount_cents)::int as cents from journal j
       join postings p on p.journal_id = j.id and p.account = $1
      where j.kind = 'refund'`,
    [`clinic:${clinic.id}:clearing`],
  )
  expect(booked).toEqual({ times: 2, cents: -9_900 })
})

it('refunds once per attempt', async () => {
  const patient = await test.aMember(clinic, plan)
  const paymentId = await paymentOf(patient)
  const attempt = crypto.randomUUID()
  await Promise.all([refund(paymentId, 1_000, attempt), refund(paymentId, 1_000, attempt)])
  expect(await refundedOf(paymentId)).toEqual([{ refunded_cents: 1_000 }])
})

it('stores the reason for the team alone, which neither Stripe nor the patient receives', async () => {
  const patient = await test.aMember(clinic, plan)
  const paymentId = await paymentOf(patient)
  const given = { paymentId, amountCents: 1_000, attempt: crypto.randomUUID() }
  await test.call(refundPayment, clinic.admin.caller(), { ...given, reason: 'not_provided' })
  await refund(paymentId, 500)
  const reasons = await test.db.asOwner(
    'select amount_cents, reason from refunds where payment_id = $1 order by amount_cents',
    [paymentId],
  )
  expect(reasons).toEqual([
    { amount_cents: 500, reason: null },
    { amount_cents: 1_000, reason: 'not_provided' },
  ])
  const { data } = await test.client.refunds.list({ charge: paymentId }, { stripeAccount: clinic.account })
  expect(JSON.stringify(data)).not.toContain('not_provided')
  await expect(
    test.services.transactions.withActor(patient.caller(), (tx) =>
      tx.selectFrom('refunds').select('reason').execute(),
    ),
  ).rejects.toThrow(/permission denied/)
})

it('two simultaneous refunds never exceed the payment', async () => {
  const patient = await test.aMember(clinic, plan)
  const paymentId = await paymentOf(patient)
  const outcomes = await Promise.allSettled([refund(paymentId, 6_000), refund(paymentId, 6_000)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await test.work()
  expect(await refundedOf(paymentId)).toEqual([{ refunded_cents: 6_000 }])
})

it('refuses a disputed or lost payment', async () => {
  const patient = await test.aMember(clinic, plan, '4000 0000 0000 0259')
  const paymentId = await paymentOf(patient)
  await expect(refund(paymentId, 1_000)).rejects.toMatchObject({ code: 'payment_disputed' })
  const [dispute] = await test.db.asOwner<{ id: string }>('select id from disputes where payment_id = $1', [
    paymentId,
  ])
  const close = (words: string) =>
    test.client.disputes.update(
      dispute?.id ?? '',
      { evidence: { uncategorized_text: words }, submit: true },
      { stripeAccount: clinic.account },
    )
  await close('winning_evidence')
  await test.work()
  expect(await refund(paymentId, 1_000)).toEqual({ leftCents: 8_900 })
})
