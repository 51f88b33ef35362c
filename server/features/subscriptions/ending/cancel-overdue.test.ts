// Canceling an overdue plan: the open amount is paid, or the plan ends now without it (docs/decisions/0153).
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { PlanView } from '#domain/plans/plans.ts'
import { formatMoney } from '#domain/values/money.ts'
import { leaveClinic } from '#server/features/memberships/leave-clinic.ts'
import { removeMember } from '#server/features/memberships/remove-member.ts'
import { openTestPayments, type SellingClinic } from '#testing/money/payments.ts'
import { chargesOf, endsAtStripe, subscriptionOf } from '#testing/money/subscriptions.ts'
import { heardBy } from '#testing/notices.ts'
import type { Patient } from '#testing/sign-in/people.ts'
import { cancelSubscription } from './cancel-subscription.ts'

let isDown = false
const test = await openTestPayments({
  now: '2026-11-01T15:00:00Z',
  reach: (fetch) => (input, init) =>
    isDown ? Promise.reject(new TypeError('fetch failed')) : fetch(input, init),
})
// another for each test: months pass, and a clinic that owes its commission cannot sell
let clinic: SellingClinic
let plan: PlanView
let account: { stripeAccount: string }
afterAll(() => test.close())
beforeEach(async () => {
  isDown = false
  clinic = await test.aSellingClinic()
  plan = await test.aPublishedPlan(clinic, { amountCents: 9_900 })
  account = { stripeAccount: clinic.account }
})

interface OverduePayer extends Patient {
  subscriptionId: string
  stripe: string
  invoice: string
}

/** A payer whose first renewal was declined. */
async function anOverduePayer(): Promise<OverduePayer> {
  const [payer] = await overduePayers(1)
  return payer
}

/** @param balance what Stripe adds to their next invoice; below zero it is a credit */
async function overduePayers(
  count: number,
  balance = 0,
): Promise<[OverduePayer, OverduePayer, OverduePayer]> {
  const patients: Patient[] = []
  for (let each = 0; each < count; each++) {
    const patient = await test.aMember(clinic, plan)
    await giveCard(patient, 'pm_card_chargeCustomerFail', balance)
    patients.push(patient)
  }
  await test.work()
  await test.pass('P1M')
  await test.pass('PT2H')
  const payers: OverduePayer[] = []
  for (const patient of patients) {
    const { id, stripe_subscription, status } = await subscriptionOf(test, patient)
    expect(status).toBe('past_due')
    const [open] = await test.db.asOwner<{ id: string }>(
      `select id from invoices where subscription_id = $1 and status = 'open'`,
      [id],
    )
    payers.push({ ...patient, subscriptionId: id, stripe: stripe_subscription, invoice: open?.id ?? '' })
  }
  return payers as [OverduePayer, OverduePayer, OverduePayer]
}

const cancel = (payer: OverduePayer, open: object | null, by = payer.caller()) =>
  test.call(cancelSubscription, by, { subscriptionId: payer.subscriptionId, open })

const mailsOf = ({ email }: Patient) =>
  test.db.asOwner<{ template: string; text_body: string }>(
    `select template, text_body from app.mails where to_address = $1 and template like 'plan-%' order by queued_at, id`,
    [email],
  )

async function giveCard(patient: Patient, card: string, balance = 0): Promise<string> {
  const [row] = await test.db.asOwner<{ customer: string }>(
    'select stripe_customer as customer from patient_customers where patient_id = $1',
    [patient.patientId],
  )
  const customer = row?.customer ?? ''
  const { id } = await test.client.paymentMethods.attach(card, { customer }, account)
  const settings = { invoice_settings: { default_payment_method: id }, balance }
  await test.client.customers.update(customer, settings, account)
  return id
}

/** Sets a good card, stored locally, that no job tries. */
async function giveGoodCard(payer: OverduePayer): Promise<void> {
  const method = await giveCard(payer, 'pm_card_visa')
  await test.db.asOwner('update patient_customers set card_method = $1 where patient_id = $2', [
    method,
    payer.patientId,
  ])
}

const statusOf = async ({ invoice }: OverduePayer) =>
  (await test.client.invoices.retrieve(invoice, {}, account)).status

it('is refused until its payer has decided, and nothing changes', async () => {
  const payer = await anOverduePayer()
  await expect(cancel(payer, null)).rejects.toMatchObject({ code: 'open_amount_undecided' })
  const stale = { choice: 'stop', amountCents: 4_000 }
  await expect(cancel(payer, stale)).rejects.toMatchObject({ code: 'quote_changed' })
  expect(await subscriptionOf(test, payer)).toMatchObject({ status: 'past_due', cancel_at_period_end: false })
  expect(await statusOf(payer)).toBe('open')
}, 60_000)

it('voids the open invoices and ends the plan at Stripe before it is reported, and charges no more', async () => {
  const payer = await anOverduePayer()
  const answer = await cancel(payer, { choice: 'stop', amountCents: 9_900 })
  expect(answer).toMatchObject({ status: 'canceled', isConfirmed: true })
  expect(await statusOf(payer)).toBe('void')
  expect((await test.client.subscriptions.retrieve(payer.stripe, {}, account)).status).toBe('canceled')
  await test.work()
  const mails = await mailsOf(payer)
  expect(mails.map(({ template }) => template)).toEqual(['plan-change-leave'])
  expect(mails[0]?.text_body).toContain(`${formatMoney(9_900, 'usd')} is not collected.`)
  expect(await heardBy(test.db, clinic.admin)).toContainEqual({
    kind: 'payment_waived',
    patient_id: payer.patientId,
  })
  const before = await chargesOf(test, clinic, payer)
  await giveGoodCard(payer)
  await test.pass('P2M')
  await test.runDue()
  expect(await chargesOf(test, clinic, payer)).toEqual(before)
  const open = await test.db.asOwner(
    `select id from invoices where patient_id = $1 and (status = 'open' or amount_due_cents > 0)`,
    [payer.patientId],
  )
  expect(open).toEqual([])
  const [booked] = await test.db.asOwner<{ cents: number }>(
    `select coalesce(sum(p.amount_cents - p.refunded_cents), 0)::int as cents from payments p
      where p.patient_id = $1 and p.status = 'succeeded'`,
    [payer.patientId],
  )
  expect(booked?.cents).toBe(before.reduce((sum, cents) => sum + cents, 0))
}, 60_000)

it('paying charges the card, and the plan ends with the paid period', async () => {
  const payer = await anOverduePayer()
  await giveGoodCard(payer)
  const before = (await chargesOf(test, clinic, payer)).length
  const answer = await cancel(payer, { choice: 'pay', amountCents: 9_900 })
  expect(answer).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, isConfirmed: true })
  expect(await statusOf(payer)).toBe('paid')
  expect(await endsAtStripe(test, clinic, payer.stripe)).toBe(true)
  await test.work()
  const mails = await mailsOf(payer)
  expect(mails.map(({ template }) => template)).toEqual(['plan-canceled'])
  expect(mails[0]?.text_body).toContain('nothing more is charged')
  await test.pass('P2M')
  expect(await chargesOf(test, clinic, payer)).toHaveLength(before + 1)
}, 60_000)

it('paying with a declined card reports it, and nothing changes', async () => {
  const payer = await anOverduePayer()
  const pay = { choice: 'pay', amountCents: 9_900 }
  await expect(cancel(payer, pay)).rejects.toMatchObject({ code: 'card_declined' })
  expect(await subscriptionOf(test, payer)).toMatchObject({ status: 'past_due', cancel_at_period_end: false })
  expect(await statusOf(payer)).toBe('open')
  await test.work()
  expect(await mailsOf(payer)).toEqual([])
  await expect(cancel(payer, pay)).rejects.toMatchObject({ code: 'payment_being_tried' })
}, 60_000)

it('a clinic that removes an overdue payer decides whether the open amount is collected', async () => {
  const [collected, forgiven, refused] = await overduePayers(3)
  const remove = (payer: OverduePayer, open: object | null) =>
    test.call(removeMember, clinic.admin.caller(), { membershipId: payer.membershipId, open })
  await expect(remove(forgiven, null)).rejects.toMatchObject({ code: 'open_amount_undecided' })
  expect(await remove(forgiven, { choice: 'stop', amountCents: 9_900 })).toEqual({
    success: true,
    canceled: 1,
    isConfirmed: true,
  })
  expect(await statusOf(forgiven)).toBe('void')
  expect(await subscriptionOf(test, forgiven)).toMatchObject({ status: 'canceled' })

  await giveGoodCard(collected)
  await remove(collected, { choice: 'pay', amountCents: 9_900 })
  expect(await statusOf(collected)).toBe('paid')
  expect(await endsAtStripe(test, clinic, collected.stripe)).toBe(true)

  const pay = remove(refused, { choice: 'pay', amountCents: 9_900 })
  await expect(pay).rejects.toMatchObject({ code: 'patient_card_declined' })
  const [membership] = await test.db.asOwner('select ended_at from clinic_memberships where id = $1', [
    refused.membershipId,
  ])
  expect(membership).toEqual({ ended_at: null })
}, 60_000)

it('a patient who leaves the clinic sees the open amount, and makes the same decision', async () => {
  const payer = await anOverduePayer()
  const leave = (confirmed: boolean, open: object | null) =>
    test.call(leaveClinic, payer.caller(clinic), { confirmed, open })
  expect(await leave(false, null)).toMatchObject({
    plans: [{ paidUntil: null }],
    open: { amountCents: 9_900, currency: 'usd' },
  })
  await expect(leave(true, null)).rejects.toMatchObject({ code: 'open_amount_undecided' })
  expect(await leave(true, { choice: 'stop', amountCents: 9_900 })).toMatchObject({ isConfirmed: true })
  expect(await statusOf(payer)).toBe('void')
}, 60_000)

it('refunds a payment after the click while Stripe cannot be reached', async () => {
  const payer = await anOverduePayer()
  isDown = true
  expect(await cancel(payer, { choice: 'stop', amountCents: 9_900 })).toMatchObject({ isConfirmed: false })
  isDown = false
  test.clock.advance('PT5S')
  await giveGoodCard(payer)
  await test.client.invoices.pay(payer.invoice, {}, account)
  await test.pass('PT2H')
  await test.runDue()
  expect(await subscriptionOf(test, payer)).toMatchObject({ status: 'canceled' })
  const [mail] = (await mailsOf(payer)).filter(({ template }) => template === 'plan-change-leave')
  expect(mail?.text_body).toContain(
    `${formatMoney(9_900, 'usd')} is refunded to the card or account you paid with.`,
  )
  const [refunded] = await test.db.asOwner<{ cents: number }>(
    'select sum(refunded_cents)::int as cents from payments where invoice_id = $1',
    [payer.invoice],
  )
  expect(refunded?.cents).toBe(9_900)
}, 60_000)

it('retains a credit of the clinic that Stripe had applied to the open amount, for later invoices', async () => {
  const [payer] = await overduePayers(1, -2_000)
  expect(await cancel(payer, { choice: 'stop', amountCents: 7_900 })).toMatchObject({ isConfirmed: true })
  await test.work()
  const [mail] = await mailsOf(payer)
  expect(mail?.text_body).toContain(`${formatMoney(7_900, 'usd')} is not collected.`)
  expect(mail?.text_body).not.toContain('is refunded')
  const [customer] = await test.db.asOwner<{ id: string }>(
    'select stripe_customer as id from patient_customers where patient_id = $1',
    [payer.patientId],
  )
  const { balance } = (await test.client.customers.retrieve(customer?.id ?? '', {}, account)) as {
    balance: number
  }
  expect(balance).toBe(-2_000)
}, 60_000)

it('does not refund a payment before the click: the plan ends with its period', async () => {
  const payer = await anOverduePayer()
  await giveGoodCard(payer)
  await test.client.invoices.pay(payer.invoice, {}, account)
  test.clock.advance('PT5S')
  // no event of it has arrived
  const answer = await cancel(payer, { choice: 'stop', amountCents: 9_900 })
  expect(answer).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, isConfirmed: true })
  await test.work()
  expect(await endsAtStripe(test, clinic, payer.stripe)).toBe(true)
  expect((await mailsOf(payer)).map(({ template }) => template)).toEqual(['plan-canceled'])
}, 60_000)

it('ends a canceled plan whose last payment failed without collecting it', async () => {
  const payer = await anOverduePayer()
  await test.client.subscriptions.update(payer.stripe, { cancel_at_period_end: true }, account)
  await test.work()
  const [mail] = await mailsOf(payer)
  expect(mail?.text_body).toContain(`${formatMoney(9_900, 'usd')} for the time until then is still open`)
  expect(await cancel(payer, { choice: 'stop', amountCents: 9_900 })).toMatchObject({ status: 'canceled' })
}, 60_000)
