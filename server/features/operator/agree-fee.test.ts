import { describe, expect, it } from 'vitest'
import type { MoneyOverview } from '#domain/statements/statements.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { cards } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { anOperator, operatorEnv } from '#testing/sign-in/operator.ts'
import { updatePaymentMethod } from '../clinic-tier/update-payment-method.ts'
import { moneyOverview } from '../statements/money-overview.ts'
import { agreeFee } from './agree-fee.ts'

const test = await setUpPayments({
  now: '2026-03-10T15:00:00Z',
  env: operatorEnv,
})
const clinic = await test.aSellingClinic({ timeZone: 'America/Toronto' })
const { url } = await test.call(updatePaymentMethod, clinic.admin.caller(), {})
const card = { number: cards.good, expiry: '12 / 34', cvc: '123', name: 'Ada Brandt' }
await test.submit(url, { action: 'card', ...card })
await test.work()
const operator = await anOperator(test.db)

const agree = (policy: string, feeCents: number | null, by: Caller = operator.caller()) =>
  agreeFee.call(test.services, by, { clinicId: clinic.id, policy, feeCents })

async function goTo(instant: string): Promise<void> {
  const ms = new Date(instant).getTime() - test.clock.now().getTime()
  await test.pass(`PT${Math.floor(ms / 1000)}S`)
  await test.runDue()
}

const statements = () =>
  test.db.asOwner(
    `select month, policy, fee_cents, members, commission_cents from statements where clinic_id = $1 order by month`,
    [clinic.id],
  )

describe('a flat fee', () => {
  it('is set by the operator, and the commission has no amount', async () => {
    await expect(agree('flat_month', 9_900, clinic.admin.caller())).rejects.toMatchObject({
      code: 'not_allowed',
    })
    await expect(agree('flat_month', null)).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(agree('partnership', 9_900)).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(agree('flat_month', 49)).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await statements()).toEqual([])
  })

  // spec: B2.8 An agreed flat fee begins with the next month
  it('begins with the next month, counts the month’s last payers, and is charged to the card as one line', async () => {
    const plan = await test.aPublishedPlan(clinic, { amountCents: 10_000 })
    await test.aMember(clinic, plan)
    await test.aMember(clinic, plan)
    expect(await agree('flat_member', 700)).toEqual({ fromMonth: '2026-04' })
    await goTo('2026-04-15T15:00:00Z')
    await test.aMember(clinic, plan)
    expect(await agree('flat_month', 9_900)).toEqual({ fromMonth: '2026-05' })
    expect(await agree('flat_month', 4_900)).toEqual({ fromMonth: '2026-05' })
    await goTo('2026-05-02T15:00:00Z')
    expect(await agree('partnership', null)).toEqual({ fromMonth: '2026-06' })
    const flat = { policy: 'flat_month', feeCents: 4_900, members: null, commissionCents: 4_900 }
    const { inProgress } = (await test.call(moneyOverview, clinic.admin.caller(), {})) as MoneyOverview
    expect(inProgress).toMatchObject({ month: '2026-05', ...flat })
    expect(await statements()).toEqual([
      { month: '2026-03', policy: 'partnership', fee_cents: null, members: null, commission_cents: 2_400 },
      { month: '2026-04', policy: 'flat_member', fee_cents: 700, members: 3, commission_cents: 2_100 },
    ])
    const invoices = await test.db.asOwner<{ id: string; status: string; total_cents: number }>(
      `select i.id, i.status, i.total_cents from clinic_invoices i join statements s on s.id = i.statement_id
        where i.clinic_id = $1 order by s.month`,
      [clinic.id],
    )
    expect(invoices).toMatchObject([
      { status: 'paid', total_cents: 2_400 },
      { status: 'paid', total_cents: 2_100 },
    ])
    const { lines } = await test.client.invoices.retrieve(invoices[1]?.id ?? '')
    expect(lines.data.map(({ description, amount }) => ({ description, amount }))).toEqual([
      { description: 'Flat fee for 3 members at $7.00 each, April 2026', amount: 2_100 },
    ])
  }, 60_000)

  it('is in the clinic’s own trail', async () => {
    const trail = await test.db.asOwner<{ details: { from_month: string } }>(
      `select details from app.audit_log where action = 'clinic.fee_agreed' and clinic_id = $1 order by id`,
      [clinic.id],
    )
    expect(trail.map(({ details }) => details.from_month)).toEqual([
      '2026-04',
      '2026-05',
      '2026-05',
      '2026-06',
    ])
  })
})
