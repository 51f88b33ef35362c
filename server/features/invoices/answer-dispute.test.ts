// Answers to disputes and the cost of lost ones (docs/payments.md 7, 8).
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { PlanView } from '#domain/plans/plans.ts'
import { aDispute } from '#testing/money/disputes.ts'
import { openTestPayments, type SellingClinic } from '#testing/money/payments.ts'
import { openRevenueLines } from '../statements/queries.ts'
import { sweepClinic } from '../stripe-sync/sweep-clinic.ts'
import { acceptDispute, answerDispute } from './answer-dispute.ts'

let clinic: SellingClinic
let plan: PlanView
const test = await openTestPayments()
// months pass in each test, and an unpaid commission stops new members
beforeEach(async () => {
  clinic = await test.aSellingClinic()
  plan = await test.aPublishedPlan(clinic, { name: 'Everyday Care', amountCents: 4_900 })
})
afterAll(() => test.close())

const balanceOf = async (account: string): Promise<number> => {
  const [row] = await test.db.asOwner<{ cents: number }>(
    'select coalesce(sum(amount_cents), 0)::int as cents from postings where clinic_id = $1 and account = $2',
    [clinic.id, `clinic:${clinic.id}:${account}`],
  )
  return row?.cents ?? 0
}

it('the clinic answers once in the app; a lost dispute is booked once and leaves the base of the commission', async () => {
  const { patient, disputeId } = await aDispute(test, clinic, plan)
  await test.runDue()
  await test.work()
  const [open] = await test.db.asOwner(
    'select status, reason, amount_cents, is_answered, due_by > opened_at as has_deadline from disputes where id = $1',
    [disputeId],
  )
  expect(open).toEqual({
    status: 'needs_response',
    reason: 'fraudulent',
    amount_cents: 4_900,
    is_answered: false,
    has_deadline: true,
  })
  const before = {
    disputes: await balanceOf('disputes:wellness'),
    revenue: await balanceOf('revenue:wellness'),
  }
  // the bank has the amount, of which the ledger has booked no loss
  expect(await balanceOf('clearing')).toBe(4_900)
  const given = { disputeId, evidence: 'losing_evidence', attempt: crypto.randomUUID() }
  expect(await test.call(answerDispute, clinic.admin.caller(), given)).toEqual({ status: 'lost' })
  await test.work()
  expect(await balanceOf('disputes:wellness')).toBe(before.disputes + 4_900)
  expect(await balanceOf('clearing')).toBe(0)
  expect(await balanceOf('revenue:wellness')).toBe(before.revenue)
  const soon = new Date(test.services.clock.now().getTime() + 1_000)
  const lines = await test.services.transactions.withSystem('test', (tx) =>
    openRevenueLines(tx, clinic.id, soon),
  )
  expect(lines.filter(({ kind }) => kind === 'dispute_lost').map(({ amountCents }) => amountCents)).toContain(
    -4_900,
  )
  await expect(
    test.call(answerDispute, clinic.admin.caller(), { ...given, attempt: crypto.randomUUID() }),
  ).rejects.toMatchObject({ code: 'dispute_closed' })
  await expect(test.call(acceptDispute, clinic.admin.caller(), { disputeId })).rejects.toMatchObject({
    code: 'dispute_closed',
  })
  const audited = await test.db.asOwner(
    `select subject_id from app.audit_log where action = 'dispute.answered' and details->>'dispute' = $1`,
    [disputeId],
  )
  expect(audited).toEqual([{ subject_id: patient.patientId }])
}, 60_000)

it('a dispute that is won or still open costs nothing', async () => {
  const { disputeId } = await aDispute(test, clinic, plan)
  await test.runDue()
  await test.work()
  const before = await balanceOf('disputes:wellness')
  const given = { disputeId, evidence: 'They came every month.', attempt: crypto.randomUUID() }
  expect(await test.call(answerDispute, clinic.admin.caller(), given)).toEqual({ status: 'under_review' })
  const [kept] = await test.db.asOwner('select evidence, is_answered from disputes where id = $1', [
    disputeId,
  ])
  expect(kept).toEqual({ evidence: 'They came every month.', is_answered: true })
  expect(await balanceOf('disputes:wellness')).toBe(before)
}, 60_000)

it('the sweep finds one whose events were lost, and an accepted one is booked', async () => {
  const { disputeId } = await aDispute(test, clinic, plan)
  await test.db.asOwner('delete from disputes where id = $1', [disputeId])
  await sweepClinic(test.services, clinic.id)
  const known = () => test.db.asOwner('select status from disputes where id = $1', [disputeId])
  expect(await known()).toEqual([{ status: 'needs_response' }])
  expect(await test.call(acceptDispute, clinic.admin.caller(), { disputeId })).toEqual({ status: 'lost' })
  expect(await known()).toEqual([{ status: 'lost' }])
}, 60_000)
