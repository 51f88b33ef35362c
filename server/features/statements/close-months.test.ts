import { beforeEach, describe, expect, it } from 'vitest'
import type { SellingClinic } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { closeMonthsJob } from './close-months.ts'
import { moneyOverview } from './money-overview.ts'

const test = await setUpPayments()

describe('closing by the clock', () => {
  let selling: SellingClinic
  beforeEach(async () => {
    selling = await test.aSellingClinic({ timeZone: 'America/Vancouver' })
  })

  /** The close alone, without the nightly sweep, which would find the same. */
  async function runClose(): Promise<void> {
    await test.services.transactions.withSystem('test: cron', (tx) =>
      test.services.jobs.enqueue(tx, closeMonthsJob, {}),
    )
    await test.services.jobs.drain()
  }

  it('first reads from Stripe what no event reported', async () => {
    const plan = await test.aPublishedPlan(selling)
    const member = await test.aMember(selling, plan)
    const [payment] = await test.db.asOwner<{ id: string }>('select id from payments where patient_id = $1', [
      member.patientId,
    ])
    await test.client.refunds.create(
      { charge: payment?.id ?? '', amount: 900 },
      { stripeAccount: selling.account },
    )
    await test.sandbox.deliver()
    await test.db.asOwner('delete from app.webhook_events where processed_at is null')
    test.clock.advance('P25D')
    await runClose()
    const { closed } = await test.call(moneyOverview, selling.admin.caller(), {})
    expect(closed).toMatchObject([
      { month: '2026-03', refundsCents: 900, netCents: 9_000, commissionCents: 1_080 },
    ])
  })

  it('waits while Stripe cannot be reached', async () => {
    const plan = await test.aPublishedPlan(selling)
    await test.aMember(selling, plan)
    test.clock.advance('P1M')
    const { charges } = test.services.stripe
    const { listMade } = charges
    charges.listMade = () => Promise.reject(new Error('Stripe is down'))
    await expect(runClose()).rejects.toThrow('Stripe is down')
    expect((await test.call(moneyOverview, selling.admin.caller(), {})).closed).toEqual([])
    charges.listMade = listMade
    await runClose()
    expect((await test.call(moneyOverview, selling.admin.caller(), {})).closed).toHaveLength(1)
  })
})
