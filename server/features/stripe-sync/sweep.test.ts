import { describe, expect, it } from 'vitest'
import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { agreement } from '#testing/money/agreement.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'
import { joinPlan } from '../checkouts/join-plan.ts'
import { sweepClinic } from './sweep-clinic.ts'

const { test, clinic, plan } = await setUpSale()

async function loseEvents(): Promise<void> {
  await test.sandbox.deliver()
  await test.db.asOwner('delete from app.webhook_events where processed_at is null')
}

async function joinWithoutEvents(): Promise<Patient> {
  const patient = await aPatient(test.db, clinic)
  const page: PageUrl = await test.call(joinPlan, patient.caller(), {
    priceId: plan.price.id,
    attempt: crypto.randomUUID(),
    agreement,
  })
  await test.pay(page.url)
  await loseEvents()
  return patient
}

async function known(patient: Patient) {
  const [row] = await test.db.asOwner(
    `select s.status, (select count(*)::int from invoices i where i.patient_id = s.owner_patient_id) as invoices,
            (select count(*)::int from payments p where p.patient_id = s.owner_patient_id and status = 'succeeded') as payments,
            (select coalesce(sum(r.amount_cents), 0)::int from refunds r where r.patient_id = s.owner_patient_id) as refunded
       from subscriptions s where s.owner_patient_id = $1`,
    [patient.patientId],
  )
  return row
}

describe('a sweep reads what no event reported', () => {
  it('a whole join', async () => {
    const patient = await joinWithoutEvents()
    expect(await known(patient)).toBeUndefined()
    test.clock.advance('PT2H')
    await sweepClinic(test.services, clinic.id)
    expect(await known(patient)).toEqual({ status: 'active', invoices: 1, payments: 1, refunded: 0 })
    const [checkout] = await test.db.asOwner('select state from app.checkouts where subject_id = $1', [
      patient.patientId,
    ])
    expect(checkout).toEqual({ state: 'complete' })
  })

  it('a renewal, a refund of an old payment, and an end', async () => {
    const patient = await test.aMember(clinic, plan)
    test.clock.advance('P1M')
    await test.sandbox.settle()
    test.clock.advance('PT1H')
    await test.sandbox.settle()
    await loseEvents()
    await sweepClinic(test.services, clinic.id)
    expect(await known(patient)).toMatchObject({ status: 'active', invoices: 2, payments: 2 })

    const [payment] = await test.db.asOwner<{ id: string }>(
      'select id from payments where patient_id = $1 order by charged_at limit 1',
      [patient.patientId],
    )
    const inClinic = { stripeAccount: clinic.account }
    await test.client.refunds.create({ charge: payment?.id ?? '', amount: 1_234 }, inClinic)
    await loseEvents()
    await sweepClinic(test.services, clinic.id)
    expect(await known(patient)).toMatchObject({ refunded: 1_234 })

    const [subscription] = await test.db.asOwner<{ id: string }>(
      'select stripe_subscription as id from subscriptions where owner_patient_id = $1',
      [patient.patientId],
    )
    await test.client.subscriptions.update(subscription?.id ?? '', { cancel_at_period_end: true }, inClinic)
    test.clock.advance('P1M')
    await test.sandbox.settle()
    await loseEvents()
    await sweepClinic(test.services, clinic.id)
    expect(await known(patient)).toMatchObject({ status: 'canceled' })
  })

  it('expired payment pages', async () => {
    const patient = await aPatient(test.db, clinic)
    await test.call(joinPlan, patient.caller(), {
      priceId: plan.price.id,
      attempt: crypto.randomUUID(),
      agreement,
    })
    test.clock.advance('PT25H')
    await test.sandbox.settle()
    await loseEvents()
    await sweepClinic(test.services, clinic.id)
    const [checkout] = await test.db.asOwner('select state from app.checkouts where subject_id = $1', [
      patient.patientId,
    ])
    expect(checkout).toEqual({ state: 'expired' })
  })

  it('and changes nothing the second time', async () => {
    await sweepClinic(test.services, clinic.id)
    const before = await test.db.asOwner('select id, key from journal order by id')
    expect(await sweepClinic(test.services, clinic.id)).toBe(0)
    expect(await test.db.asOwner('select id, key from journal order by id')).toEqual(before)
  })
})

it('ignores other sales of the clinic’s Stripe account', async () => {
  const inClinic = { stripeAccount: clinic.account }
  const customer = await test.client.customers.create(
    { payment_method: 'pm_card_visa', invoice_settings: { default_payment_method: 'pm_card_visa' } },
    inClinic,
  )
  await test.client.invoiceItems.create({ customer: customer.id, amount: 55_500, currency: 'usd' }, inClinic)
  const invoice = await test.client.invoices.create(
    { customer: customer.id, pending_invoice_items_behavior: 'include' },
    inClinic,
  )
  await test.client.invoices.finalizeInvoice(invoice.id, {}, inClinic)
  await test.client.invoices.pay(invoice.id, {}, inClinic)
  await test.work()
  await sweepClinic(test.services, clinic.id)
  expect(await test.db.asOwner('select id from invoices where total_cents = 55500')).toEqual([])
  // in the balance at Stripe, and no revenue
  expect(await test.db.asOwner('select account from postings where amount_cents in (55500, -55500)')).toEqual(
    [{ account: `clinic:${clinic.id}:clearing` }],
  )
})

it('runs for each clinic once a night, and queues unprocessed events', async () => {
  await test.runDue()
  const sweptAt = async () => {
    const [row] = await test.db.asOwner<{ swept_until: Date }>(
      'select swept_until from payout_accounts where clinic_id = $1',
      [clinic.id],
    )
    return row?.swept_until.toISOString()
  }
  const first = await sweptAt()
  test.clock.advance('PT5H')
  await test.runDue()
  expect(await sweptAt()).toBe(first)
  await test.db.asOwner(
    `insert into app.webhook_events (id, account, type, object_id, payload, occurred_at, received_at)
     values ('evt_left', $1, 'account.updated', $1, '{"name": "Pat Doe"}', $2, $2)`,
    [clinic.account, test.clock.now()],
  )
  test.clock.advance('PT16H')
  await test.runDue()
  expect(await sweptAt()).toBe(test.clock.now().toISOString())
  const left = () => test.db.asOwner(`select outcome, payload from app.webhook_events where id = 'evt_left'`)
  expect(await left()).toEqual([{ outcome: 'payouts_enabled', payload: { name: 'Pat Doe' } }])
  // payloads name people, so they are deleted after a month
  test.clock.advance('P31D')
  await test.runDue()
  expect(await left()).toEqual([{ outcome: 'payouts_enabled', payload: null }])
})
