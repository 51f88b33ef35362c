import { expect, it } from 'vitest'
import { answerDispute } from '#server/features/invoices/answer-dispute.ts'
import { refundPayment } from '#server/features/invoices/refund-payment.ts'
import { ledgerDifferences } from '#server/features/ledger/compare-ledger.ts'
import { moneyOverview } from '#server/features/statements/money-overview.ts'
import { sweepClinic } from '#server/features/stripe-sync/sweep-clinic.ts'
import { aDispute } from '#testing/money/disputes.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import type { Patient } from '#testing/sign-in/people.ts'

// docs/payments.md 8: three months of a clinic, until all its money is in the bank
const test = await setUpPayments({ now: '2026-03-02T18:00:00Z' })
test.sandbox.chaos.shuffle = true
test.sandbox.chaos.duplicate = true
const clinic = await test.aSellingClinic({ timeZone: 'America/Vancouver' })
const plan = await test.aPublishedPlan(clinic)

const inClinic = () => ({ stripeAccount: clinic.account })

/** Cents by the last part of the account's name. */
async function ledger(): Promise<Record<string, number>> {
  const rows = await test.db.asOwner<{ account: string; cents: number }>(
    `select account, sum(amount_cents)::int as cents from postings
      where clinic_id = $1 and account like 'clinic:%' group by 1 having sum(amount_cents) <> 0`,
    [clinic.id],
  )
  return Object.fromEntries(rows.map(({ account, cents }) => [account.split(`${clinic.id}:`)[1], cents]))
}

async function stripeBalance(): Promise<number> {
  const { available, pending } = await test.client.balance.retrieve({}, inClinic())
  return [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0)
}

/** As the page reads them. */
async function payoutsOf(caller = clinic.admin.caller()) {
  return test.services.transactions.withActor(caller, async (tx) => {
    const payouts = await tx
      .selectFrom('payouts')
      .select(['id', 'status', 'amount_cents', 'failure_code', 'is_itemized', 'payments_count'])
      .orderBy('sent_at')
      .orderBy('id')
      .execute()
    const movements = await tx.selectFrom('balance_movements').selectAll().orderBy('occurred_at').execute()
    return payouts.map((payout) => ({
      ...payout,
      lines: movements.filter(
        ({ payout_id: of, kind, source_id: source }) =>
          of === payout.id && !(kind === 'payout' && source === of),
      ),
    }))
  })
}

async function answer(disputeId: string, evidence: string) {
  const given = { disputeId, evidence, attempt: crypto.randomUUID() }
  await test.call(answerDispute, clinic.admin.caller(), given)
  await test.work()
}

/** So that its card disputes no further payment. */
async function end(patient: Patient): Promise<void> {
  const { stripe_subscription: id } = await subscriptionOf(test, patient)
  await test.client.subscriptions.cancel(id, {}, inClinic())
  await test.work()
}

it('three months: payments, a refund, disputes lost and won, a refused payout', async () => {
  const member = await test.aMember(clinic, plan)
  const [payment] = await test.db.asOwner<{ id: string }>('select id from payments where patient_id = $1', [
    member.patientId,
  ])
  await test.pass('P3D')
  const [first] = await payoutsOf()
  // 99.00 less 2.9 % and 30 cents
  expect(first).toMatchObject({
    amount_cents: 9_583,
    status: 'pending',
    is_itemized: true,
    payments_count: 1,
  })
  expect(first?.lines).toMatchObject([{ kind: 'charge', fee_cents: 317, payment_id: payment?.id }])
  expect(await ledger()).toEqual({ 'revenue:wellness': -9_900, fees: 317, bank: 9_583 })

  await test.call(refundPayment, clinic.admin.caller(), {
    paymentId: payment?.id,
    amountCents: 2_000,
    attempt: crypto.randomUUID(),
  })
  await test.work()
  // the refund is owed to Stripe until a later payment
  expect(await stripeBalance()).toBe(-2_000)
  expect((await ledger()).stripe).toBe(-2_000)

  const lost = await aDispute(test, clinic, plan)
  const held = await ledger()
  // the bank has the amount, and the ledger no loss
  expect(held).toMatchObject({ clearing: 9_900, stripe: await stripeBalance() })
  expect(held['disputes:wellness']).toBeUndefined()
  await answer(lost.disputeId, 'losing_evidence')
  await end(lost.patient)
  const won = await aDispute(test, clinic, plan)
  await answer(won.disputeId, 'winning_evidence')
  await end(won.patient)
  expect((await ledger()).stripe).toBe(await stripeBalance())

  await test.pass('P3D')
  await test.sandbox.setBank(clinic.account, 'closed')
  await test.pass('P3D')
  const failed = (await payoutsOf()).filter(({ status }) => status === 'failed')
  expect(failed).toMatchObject([{ failure_code: 'account_closed', is_itemized: true }])
  expect(await stripeBalance()).toBeGreaterThanOrEqual(failed[0]?.amount_cents ?? 0)
  expect((await ledger()).stripe).toBe(await stripeBalance())
  const notices = await test.db.asOwner(
    `select kind from user_notices where clinic_id = $1 and kind = 'payout_failed'`,
    [clinic.id],
  )
  expect(notices).toEqual([{ kind: 'payout_failed' }])
  await test.sandbox.setBank(clinic.account, 'open')
  await test.pass('P3D')
  const later = (await payoutsOf()).findLast(({ lines }) =>
    lines.some(({ kind }) => kind === 'payout_returned'),
  )
  expect(later).toMatchObject({ status: 'paid', is_itemized: true })
}, 90_000)

it('each payout is equal to the line of the bank: its payments, refunds, disputes and fees', async () => {
  await test.pass('P20D')
  await test.runDue()
  await test.pass('P6D')
  const payouts = await payoutsOf()
  const atStripe = await test.client.payouts.list({ limit: 100 }, inClinic())
  expect(payouts.map(({ id, amount_cents, status }) => [id, amount_cents, status]).sort()).toEqual(
    atStripe.data.map(({ id, amount, status }) => [id, amount, status]).sort(),
  )
  expect(payouts.length).toBeGreaterThan(4)
  for (const { amount_cents, lines, is_itemized } of payouts) {
    expect(is_itemized).toBe(true)
    expect(lines.reduce((sum, { net_cents }) => sum + Number(net_cents), 0)).toBe(amount_cents)
    for (const { kind, payment_id } of lines)
      if (kind !== 'payout_returned') expect(payment_id).toMatch(/^ch_/)
  }
})

it('is reconciled to zero: nothing is left at Stripe, in clearing or in the comparison', async () => {
  expect(await stripeBalance()).toBe(0)
  const { stripe, clearing, bank = 0, fees = 0, ...rest } = await ledger()
  expect({ stripe, clearing }).toEqual({ stripe: undefined, clearing: undefined })
  const inBank = (await payoutsOf()).filter(({ status }) => status === 'paid')
  expect(bank).toBe(inBank.reduce((sum, { amount_cents }) => sum + Number(amount_cents), 0))
  expect(bank + fees).toBe(-Object.values(rest).reduce((sum, cents) => sum + cents, 0))
  await test.db.asOwner(`update payout_accounts set swept_until = $2 where clinic_id = $1`, [
    clinic.id,
    test.clock.now(),
  ])
  expect(await ledgerDifferences(test.services, clinic.id)).toEqual([])
})

it('reading everything once more books nothing', async () => {
  const before = await test.db.asOwner('select count(*)::int as n from postings')
  await test.db.asOwner(`update payout_accounts set swept_until = '2026-01-01' where clinic_id = $1`, [
    clinic.id,
  ])
  await test.db.asOwner('update payouts set is_itemized = false')
  await sweepClinic(test.services, clinic.id)
  expect(await test.db.asOwner('select count(*)::int as n from postings')).toEqual(before)
  expect((await payoutsOf()).every(({ is_itemized }) => is_itemized)).toBe(true)
})

it('fees and payouts are not in the base of the commission', async () => {
  const charges = await test.client.charges.list({ limit: 100 }, inClinic())
  const refunds = await test.client.refunds.list({ limit: 100 }, inClinic())
  const lost = (await test.client.disputes.list({}, inClinic())).data.filter(
    ({ status }) => status === 'lost',
  )
  const sum = (amounts: { amount: number }[]) => amounts.reduce((total, { amount }) => total + amount, 0)
  const paid = charges.data.filter(({ status }) => status === 'succeeded')
  const { closed, closing, inProgress } = await test.call(moneyOverview, clinic.admin.caller(), {})
  const months = [...closed, ...closing, inProgress]
  expect(months.reduce((total, { grossCents }) => total + grossCents, 0)).toBe(sum(paid))
  expect(months.reduce((total, { refundsCents }) => total + refundsCents, 0)).toBe(
    sum(refunds.data) + sum(lost),
  )
})

it('an admin of another clinic reads none of them', async () => {
  const other = await test.aSellingClinic()
  expect(await payoutsOf(other.admin.caller())).toEqual([])
})
