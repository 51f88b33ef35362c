import { expect, it } from 'vitest'
import type { OperatorOverview } from '#domain/operator/operator.ts'
import { customerOf } from '#testing/money/cards.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { anOperator } from '#testing/sign-in/operator.ts'
import { refundPayment } from '../invoices/refund-payment.ts'
import { operatorOverview } from '../operator/operator-overview.ts'
import { sweepClinic } from '../stripe-sync/sweep-clinic.ts'
import { compareLedger, compareLedgers, ledgerDifferences } from './compare-ledger.ts'

const { test, clinic, plan } = await setUpSale()
const inClinic = { stripeAccount: clinic.account }
const differences = () => ledgerDifferences(test.services, clinic.id)

/** As after a nightly sweep: everything up to now counts as known. */
async function asSwept(): Promise<void> {
  test.clock.advance('PT1H')
  await test.db.asOwner('update payout_accounts set swept_until = $1 where clinic_id = $2', [
    test.clock.now(),
    clinic.id,
  ])
}

it('payments, refunds and unassigned charges agree; a lost event is found, and gone after a sweep', async () => {
  const patient = await test.aMember(clinic, plan)
  const [payment] = await test.db.asOwner<{ id: string }>('select id from payments where patient_id = $1', [
    patient.patientId,
  ])
  await test.call(refundPayment, clinic.admin.caller(), {
    paymentId: payment?.id,
    amountCents: 1_000,
    attempt: crypto.randomUUID(),
  })
  await test.client.paymentIntents.create(
    {
      amount: 8_000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
      return_url: 'http://localhost/back',
    },
    inClinic,
  )
  await test.work()
  await asSwept()
  expect(await differences()).toEqual([])

  const refund = await test.client.refunds.create({ charge: payment?.id ?? '', amount: 500 }, inClinic)
  await asSwept()
  const [own, movement, balance] = await differences()
  expect(own).toEqual({ id: refund.id, stripeCents: -500, ledgerCents: 0 })
  expect(movement).toEqual({ id: refund.balance_transaction, stripeCents: -500, ledgerCents: 0 })
  expect(balance?.id).toBe('balance')
  expect(balance && balance.stripeCents - balance.ledgerCents).toBe(-500)
  await expect(compareLedger(test.services).run({ clinicId: clinic.id })).rejects.toThrow(
    `differs from Stripe in 3: ${refund.id} is -500 there and 0 here`,
  )
  await sweepClinic(test.services, clinic.id)
  expect(await differences()).toEqual([])
})

it('stores differences with the failed job, for the operator', async () => {
  await test.db.asOwner('update clinics set name = $1 where id = $2', ['Lane Practice', clinic.id])
  const operator = await anOperator(test.db)
  const [payment] = await test.db.asOwner<{ id: string }>('select id from payments limit 1')
  const refund = await test.client.refunds.create({ charge: payment?.id ?? '', amount: 100 }, inClinic)
  await asSwept()
  await test.services.transactions.withSystem('test', (tx) =>
    test.services.jobs.enqueue(tx, 'ledger.compare-clinic', { clinicId: clinic.id }),
  )
  await test.db.asOwner(`update jobs.job set retry_limit = 0 where name = 'ledger.compare-clinic'`)
  await expect(test.services.jobs.drain()).rejects.toThrow('differs from Stripe in 3')
  const services = { ...test.services, config: { ...test.services.config, operatorEmail: operator.email } }
  const { failedJobs } = (await operatorOverview.call(services, operator.caller(), {})) as OperatorOverview
  expect(failedJobs).toEqual([
    expect.objectContaining({
      queue: 'ledger.compare-clinic',
      clinicName: 'Lane Practice',
      ledger: { differences: 3, id: refund.id, stripeCents: -100, ledgerCents: 0, currency: 'usd' },
    }),
  ])
  await sweepClinic(test.services, clinic.id)
})

it('finds a lost dispute that was never booked', async () => {
  const patient = await test.aMember(clinic, plan)
  const customer = await customerOf(test, patient)
  const method = await test.client.paymentMethods.attach('pm_card_createDispute', { customer }, inClinic)
  const { latest_charge: charge } = await test.client.paymentIntents.create(
    { amount: 6_000, currency: 'usd', confirm: true, customer, payment_method: method.id },
    inClinic,
  )
  await test.work()
  const { data } = await test.client.disputes.list({ charge: String(charge) }, inClinic)
  const dispute = data[0]?.id ?? ''
  await asSwept()
  expect(await differences()).toEqual([])
  await test.client.disputes.close(dispute, {}, inClinic)
  await asSwept()
  expect(await differences()).toEqual([{ id: dispute, stripeCents: -6_000, ledgerCents: 0 }])
  await sweepClinic(test.services, clinic.id)
  expect(await differences()).toEqual([])
})

it('finds bookings that Stripe does not have, and compares each clinic once a night', async () => {
  await test.services.transactions.withSystem('test', async (tx) => {
    const { accounts, post } = await import('./ledger.ts')
    const at = new Date(test.clock.now().getTime() - 2 * 60 * 60 * 1000)
    await post(
      tx,
      {
        ...{
          clinicId: clinic.id,
          key: 'charge:ch_unknown',
          kind: 'charge',
          occurredAt: at,
          currency: 'usd',
          source: 'test',
        },
        amounts: { [accounts.clearing(clinic.id)]: 700, [accounts.revenue(clinic.id, 'wellness')]: -700 },
      },
      at,
    )
  })
  await asSwept()
  expect(await differences()).toEqual([{ id: 'ch_unknown', stripeCents: 0, ledgerCents: 700 }])
  expect(await compareLedgers(test.services).run({})).toEqual({ clinics: 1 })
})
