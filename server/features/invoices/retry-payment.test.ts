import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aFailingMember, dueInvoiceOf, makeCardGood } from '#testing/money/failed-payments.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { chargesOf, subscriptionOf } from '#testing/money/subscriptions.ts'
import { aStaffMember, aVisitor, type Patient } from '#testing/sign-in/people.ts'
import { retryPayment } from './retry-payment.ts'

const { test, clinic, plan } = await setUpSale()

const retry = (
  invoiceId: string,
  { attempt = crypto.randomUUID() as string, by = clinic.admin.caller() } = {},
) => test.call(retryPayment, by, { invoiceId, attempt })

async function failRenewals(): Promise<void> {
  await test.pass('P1M')
  await test.pass('PT2H')
}

async function aFailedRenewal(): Promise<{ patient: Patient; invoiceId: string }> {
  const patient = await aFailingMember(test, clinic, plan)
  await failRenewals()
  return { patient, invoiceId: (await dueInvoiceOf(test, patient)) ?? '' }
}

const tries = async (invoiceId: string): Promise<number> => {
  const rows = await test.db.asOwner('select id from payments where invoice_id = $1', [invoiceId])
  return rows.length
}

const audited = (patient: Patient) =>
  test.db.asOwner<{ to: string }>(
    `select details ->> 'to' as to from app.audit_log where action = 'payment.retried' and subject_id = $1 order by id`,
    [patient.patientId],
  )

describe('a failed renewal', () => {
  let failed: { patient: Patient; invoiceId: string }
  beforeEach(async () => {
    failed = await aFailedRenewal()
  })

  it('is paid when the card can be charged again, and the plan is active at once', async () => {
    const { patient, invoiceId } = failed
    await makeCardGood(test, clinic, patient)
    expect(await retry(invoiceId)).toEqual({ paid: true })
    expect(await dueInvoiceOf(test, patient)).toBeNull()
    expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'active' })
    expect(await chargesOf(test, clinic, patient)).toEqual([9_900, 9_900])
    expect(await audited(patient)).toEqual([{ to: 'paid' }])
    await expect(retry(invoiceId)).rejects.toMatchObject({ code: 'invoice_paid' })
  })

  it('stays due when the bank declines the card, and the attempt is audited', async () => {
    const { patient, invoiceId } = failed
    const before = await tries(invoiceId)
    await expect(retry(invoiceId)).rejects.toMatchObject({ code: 'patient_card_declined' })
    expect(await tries(invoiceId)).toBe(before + 1)
    expect(await audited(patient)).toEqual([{ to: 'declined' }])
    expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'past_due' })
  })

  it('is charged once by a repeated request', async () => {
    const { patient, invoiceId } = failed
    await makeCardGood(test, clinic, patient)
    const attempt = crypto.randomUUID()
    const outcomes = await Promise.all([retry(invoiceId, { attempt }), retry(invoiceId, { attempt })])
    expect(outcomes).toEqual([{ paid: true }, { paid: true }])
    expect(await chargesOf(test, clinic, patient)).toEqual([9_900, 9_900])
  })

  it('is tried once by two tabs, and again after two minutes', async () => {
    const { invoiceId } = failed
    const before = await tries(invoiceId)
    const outcomes = await Promise.allSettled([retry(invoiceId), retry(invoiceId)])
    const codes = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)
    expect(codes.sort()).toEqual(['patient_card_declined', 'payment_being_tried'])
    expect(await tries(invoiceId)).toBe(before + 1)
    await test.pass('PT2M')
    await expect(retry(invoiceId)).rejects.toMatchObject({ code: 'patient_card_declined' })
    expect(await tries(invoiceId)).toBe(before + 2)
  })

  it('is not charged without a card, after the payer has paid, or after the plan has ended', async () => {
    const { patient, invoiceId } = failed
    await test.db.asOwner('update patient_customers set card_method = null where patient_id = $1', [
      patient.patientId,
    ])
    await expect(retry(invoiceId)).rejects.toMatchObject({ code: 'patient_card_missing' })
    const { stripe_subscription } = await subscriptionOf(test, patient)
    await test.client.subscriptions.cancel(stripe_subscription, {}, { stripeAccount: clinic.account })
    await test.work()
    await makeCardGood(test, clinic, patient)
    await expect(retry(invoiceId)).rejects.toMatchObject({ code: 'subscription_ended' })
    expect(await audited(patient)).toEqual([])
  })

  it('paid at Stripe a moment ago is marked as paid, and not charged', async () => {
    const { patient, invoiceId } = failed
    await makeCardGood(test, clinic, patient)
    await test.client.invoices.pay(
      invoiceId,
      { payment_method: 'pm_card_visa' },
      { stripeAccount: clinic.account },
    )
    await expect(retry(invoiceId)).rejects.toMatchObject({ code: 'invoice_paid' })
    expect(await dueInvoiceOf(test, patient)).toBeNull()
    expect(await audited(patient)).toEqual([])
  })
})

describe('is for', () => {
  let invoiceId: string
  let patient: Patient
  beforeAll(async () => {
    const failed = await aFailedRenewal()
    patient = failed.patient
    invoiceId = failed.invoiceId
  })

  it('admins of the clinic', async () => {
    const before = await tries(invoiceId)
    const staff = await aStaffMember(test.db, clinic)
    const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
    for (const by of [staff.caller(), viewer.caller(), patient.caller()])
      await expect(retry(invoiceId, { by })).rejects.toMatchObject({ code: 'not_allowed' })
    const nobody = aVisitor({ subdomain: clinic.subdomain })
    await expect(retry(invoiceId, { by: nobody })).rejects.toMatchObject({ code: 'not_signed_in' })
    const other = await test.aSellingClinic()
    await expect(retry(invoiceId, { by: other.admin.caller() })).rejects.toMatchObject({ code: 'not_found' })
    await expect(retry('in_unknown00000000')).rejects.toMatchObject({ code: 'not_found' })
    expect(await tries(invoiceId)).toBe(before)
  })

  it('no caller before the first retry of Stripe', async () => {
    await test.db.asOwner('update invoices set attempt_count = 0 where id = $1', [invoiceId])
    await expect(retry(invoiceId)).rejects.toMatchObject({ code: 'invoice_not_due' })
  })
})
