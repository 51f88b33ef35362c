import { expect, it } from 'vitest'
import { sweepClinic } from '#server/features/stripe-sync/sweep-clinic.ts'
import { agreement } from '#testing/money/agreement.ts'
import { customerOf } from '#testing/money/cards.ts'
import { cards } from '#testing/money/payments.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { joinPlan } from '../checkouts/join-plan.ts'
import { assignCharge } from './assign-charge.ts'

const { test, clinic, plan } = await setUpSale()
const inClinic = { stripeAccount: clinic.account }

/**
 * A charge from the clinic's own dashboard.
 * @returns its id
 */
async function charge(customer: string | null, amount = 8_000): Promise<string> {
  const method = customer
    ? (await test.client.paymentMethods.attach('pm_card_mastercard', { customer }, inClinic)).id
    : 'pm_card_visa'
  const intent = await test.client.paymentIntents.create(
    {
      amount,
      currency: 'usd',
      confirm: true,
      payment_method: method,
      ...(customer ? { customer } : {}),
      return_url: 'http://localhost/back',
    },
    inClinic,
  )
  await test.work()
  return String(intent.latest_charge)
}

const unassigned = () =>
  test.db.asOwner<{ id: string; amount_cents: number }>(
    'select id, amount_cents from unassigned_charges where settled_at is null order by charged_at, id',
  )

const revenueOf = async (kind: string) => {
  const [row] = await test.db.asOwner<{ cents: number }>(
    `select coalesce(-sum(amount_cents), 0)::int as cents from postings where account = $1`,
    [`clinic:${clinic.id}:revenue:${kind}`],
  )
  return row?.cents
}

it('a one-off charge of a known patient is booked as uninsured, shown with a receipt, and refunded', async () => {
  const patient = await test.aMember(clinic, plan)
  const before = await revenueOf('uninsured')
  const id = await charge(await customerOf(test, patient))
  expect(await unassigned()).toEqual([])
  expect(await revenueOf('uninsured')).toBe((before ?? 0) + 8_000)
  const seen = await test.services.transactions.withActor(patient.caller(), (tx) =>
    tx.selectFrom('invoices').select(['status', 'total_cents']).where('id', '=', id).execute(),
  )
  expect(seen).toEqual([{ status: 'paid', total_cents: 8_000 }])
  expect(
    await test.db.asOwner('select amount_cents, plan_name from receipts where payment_id = $1', [id]),
  ).toEqual([{ amount_cents: 8_000, plan_name: null }])
  await test.client.refunds.create({ charge: id, amount: 3_000 }, inClinic)
  await test.work()
  expect(await revenueOf('uninsured')).toBe((before ?? 0) + 5_000)
  await sweepClinic(test.services, clinic.id)
  expect(await revenueOf('uninsured')).toBe((before ?? 0) + 5_000)
})

it('an invoice of the dashboard to a known patient is booked too', async () => {
  const patient = await test.aMember(clinic, plan)
  const customer = await customerOf(test, patient)
  const before = await revenueOf('uninsured')
  const { id } = await test.client.invoices.create({ customer, auto_advance: false }, inClinic)
  await test.client.invoiceItems.create({ customer, invoice: id, amount: 4_500, currency: 'usd' }, inClinic)
  await test.client.invoices.pay(id, {}, inClinic)
  await test.work()
  expect(await revenueOf('uninsured')).toBe((before ?? 0) + 4_500)
  expect(await unassigned()).toEqual([])
})

it('a declined card of a visitor who never joined is listed nowhere', async () => {
  const patient = await aPatient(test.db, clinic)
  const { url } = await test.call(joinPlan, patient.caller(), {
    priceId: plan.price.id,
    attempt: crypto.randomUUID(),
    agreement,
  })
  await test.pay(url, cards.declined)
  await test.work()
  await sweepClinic(test.services, clinic.id)
  expect(await test.db.asOwner('select id from invoices where patient_id = $1', [patient.patientId])).toEqual(
    [],
  )
})

// spec: B2.9 A payment of an unknown customer is assigned to a patient
it('a charge of an unknown customer waits until the clinic assigns it, with every charge of that customer', async () => {
  const patient = await aPatient(test.db, clinic)
  const { id: customer } = await test.client.customers.create({ email: 'walk-in@example.test' }, inClinic)
  const [first, second] = [await charge(customer), await charge(customer, 2_000)]
  const before = await revenueOf('uninsured')
  await sweepClinic(test.services, clinic.id)
  expect(await unassigned()).toHaveLength(2)
  const assign = () =>
    test.call(assignCharge, clinic.admin.caller(), { chargeId: first, patientId: patient.patientId })
  expect(await assign()).toEqual({ assigned: 2 })
  expect(await revenueOf('uninsured')).toBe((before ?? 0) + 10_000)
  expect(
    await test.db.asOwner('select count(*)::int as n from receipts where payment_id = any ($1)', [
      [first, second],
    ]),
  ).toEqual([{ n: 2 }])
  await expect(assign()).rejects.toMatchObject({ code: 'not_found' })
  await charge(customer, 1_000)
  expect(await unassigned()).toEqual([])
  expect(await revenueOf('uninsured')).toBe((before ?? 0) + 11_000)
})

it('a dispute lost before the charge was assigned counts with it', async () => {
  const { latest_charge: id } = await test.client.paymentIntents.create(
    {
      amount: 8_000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_createDispute',
      return_url: 'http://localhost/back',
    },
    inClinic,
  )
  const { data } = await test.client.disputes.list({ charge: String(id) }, inClinic)
  await test.client.disputes.close(data[0]?.id ?? '', {}, inClinic)
  await test.work()
  for (let day = 0; day < 5; day++) {
    await test.pass('P1D')
    await sweepClinic(test.services, clinic.id)
  }
  const { patientId } = await aPatient(test.db, clinic)
  await test.call(assignCharge, clinic.admin.caller(), { chargeId: String(id), patientId })
  expect(
    await test.db.asOwner('select status, amount_cents from disputes where payment_id = $1', [id]),
  ).toEqual([{ status: 'lost', amount_cents: 8_000 }])
  expect(
    await test.db.asOwner(
      `select count(*)::int as n from journal where kind = 'dispute_lost' and clinic_id = $1`,
      [clinic.id],
    ),
  ).toEqual([{ n: 1 }])
})

it('a dismissed charge never counts', async () => {
  const id = await charge(null)
  const before = await revenueOf('uninsured')
  expect(await test.call(assignCharge, clinic.admin.caller(), { chargeId: id, patientId: null })).toEqual({
    assigned: 1,
  })
  await sweepClinic(test.services, clinic.id)
  expect(await unassigned()).toEqual([])
  expect(await revenueOf('uninsured')).toBe(before)
})
