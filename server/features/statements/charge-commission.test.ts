import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PlanView } from '#domain/plans/plans.ts'
import { cards, openTestPayments, type SellingClinic, type TestPayments } from '#testing/money/payments.ts'
import { updatePaymentMethod } from '../clinic-tier/update-payment-method.ts'
import { chargeCommission } from './charge-commission.ts'

let test: TestPayments
let clinic: SellingClinic
let plan: PlanView

beforeEach(async () => {
  test = await openTestPayments({ now: '2026-03-10T15:00:00Z' })
  clinic = await test.aSellingClinic({ timeZone: 'America/Toronto' })
  plan = await test.aPublishedPlan(clinic, { amountCents: 145_075 })
})
afterEach(() => test.close())

async function saveCard(number = cards.good): Promise<void> {
  const { url } = await test.call(updatePaymentMethod, clinic.admin.caller(), {})
  await test.submit(url, {
    action: 'card',
    number,
    expiry: '12 / 34',
    cvc: '123',
    name: 'Ada Brandt',
  })
  await test.work()
}

async function goTo(instant: string): Promise<void> {
  const ms = new Date(instant).getTime() - test.clock.now().getTime()
  await test.pass(`PT${Math.floor(ms / 1000)}S`)
  await test.runDue()
}

async function invoices() {
  return test.db.asOwner<Record<string, unknown>>(
    `select i.*, s.month from clinic_invoices i left join statements s on s.id = i.statement_id
      where i.clinic_id = $1 order by i.issued_at`,
    [clinic.id],
  )
}

async function platformCharges() {
  const [row] = await test.db.asOwner<{ customer: string }>(
    'select stripe_customer as customer from clinic_billing where clinic_id = $1',
    [clinic.id],
  )
  const { data } = await test.client.charges.list({ customer: row?.customer ?? '', limit: 100 })
  return data.toReversed()
}

const paidCharges = async () => (await platformCharges()).filter(({ status }) => status === 'succeeded')

async function receivable(): Promise<number> {
  const [row] = await test.db.asOwner<{ cents: number }>(
    'select coalesce(sum(amount_cents), 0)::bigint as cents from postings where account = $1',
    [`platform:receivable:${clinic.id}`],
  )
  return row?.cents ?? 0
}

const mails = () =>
  test.db.asOwner<{ template: string; to_address: string }>(
    `select template, to_address from app.mails where template like 'clinic-invoice-%' order by queued_at`,
  )

describe('the commission of a closed month', () => {
  // spec: B9 The commission is charged to the saved card on the 1st
  it('is charged to the saved card on the 1st, with a line for each kind of plan', async () => {
    await saveCard()
    const uninsured = await test.aPublishedPlan(clinic, { kind: 'uninsured', amountCents: 3_337 })
    await test.aMember(clinic, plan)
    await test.aMember(clinic, uninsured)
    await goTo('2026-04-01T12:59:00Z')
    expect(await invoices()).toEqual([])
    await goTo('2026-04-01T13:05:00Z')
    // (145,075 + 3,337) x 12 % = 17,809.44
    expect(await invoices()).toMatchObject([
      {
        kind: 'commission',
        month: '2026-03',
        status: 'paid',
        total_cents: 17_809,
        amount_paid_cents: 17_809,
        past_due_at: null,
      },
    ])
    const [charge] = await paidCharges()
    expect(charge).toMatchObject({ amount: 17_809, currency: 'usd' })
    const [invoice] = await invoices()
    const { data } = (await test.client.invoices.retrieve(String(invoice?.id))).lines
    expect(data.map(({ description, amount }) => [description, amount])).toEqual([
      ['Commission on Wellness Plans, March 2026', 17_409],
      ['Commission on Uninsured Services Plans, March 2026', 400],
    ])
    expect(await receivable()).toBe(0)
    expect(await mails()).toEqual([])
    await test.runDue()
    await test.runDue()
    expect(await paidCharges()).toHaveLength(1)
  })

  it('is zero without sales; an excess of refunds is carried forward', async () => {
    await saveCard()
    await goTo('2026-04-02T13:00:00Z')
    expect(await invoices()).toEqual([])
    await test.aMember(clinic, plan)
    const [charge] = await test.client.charges
      .list({ limit: 1 }, { stripeAccount: clinic.account })
      .then(({ data }) => data)
    await goTo('2026-05-01T13:05:00Z')
    expect(await invoices()).toMatchObject([{ month: '2026-04', total_cents: 17_409 }])
    await test.client.refunds.create({ charge: charge?.id ?? '' }, { stripeAccount: clinic.account })
    const { data: subscriptions } = await test.client.subscriptions.list(
      {},
      { stripeAccount: clinic.account },
    )
    for (const { id } of subscriptions)
      await test.client.subscriptions.cancel(id, {}, { stripeAccount: clinic.account })
    await test.work()
    const small = await test.aPublishedPlan(clinic, { kind: 'uninsured', amountCents: 200_000 })
    await goTo('2026-06-01T13:05:00Z')
    expect(await invoices()).toHaveLength(1)
    await test.aMember(clinic, small)
    await goTo('2026-07-01T13:05:00Z')
    const [, june] = await invoices()
    // 200,000 less the 145,075 refunded in May
    expect(june).toMatchObject({ month: '2026-06', status: 'paid', total_cents: 6_591 })
    const { data } = (await test.client.invoices.retrieve(String(june?.id))).lines
    expect(data.map(({ amount }) => amount)).toEqual([24_000, -17_409])
    expect(await receivable()).toBe(0)
  })

  it('that a card refuses is retried on its days, mailed each time, and stops new members after two weeks', async () => {
    await saveCard(cards.failsLater)
    await test.aMember(clinic, plan)
    await goTo('2026-04-01T13:05:00Z')
    expect(await invoices()).toMatchObject([
      {
        status: 'open',
        attempt_count: 1,
        failure_code: 'generic_decline',
        past_due_at: new Date('2026-04-01T13:05:00Z'),
        next_attempt_at: new Date('2026-04-04T13:05:00Z'),
      },
    ])
    expect(await receivable()).toBe(17_409)
    for (const day of ['04', '09', '14', '15']) await goTo(`2026-04-${day}T13:06:00Z`)
    expect(await invoices()).toMatchObject([{ status: 'open', attempt_count: 4, next_attempt_at: null }])
    expect(await mails()).toMatchObject([
      { template: 'clinic-invoice-failed' },
      { template: 'clinic-invoice-failed' },
      { template: 'clinic-invoice-failed' },
      { template: 'clinic-invoice-failed' },
      { template: 'clinic-invoice-stopped' },
    ])
    expect(
      await test.db.asOwner(
        `select kind, event, count(*)::int as times from user_notices where kind = 'commission_failed' group by 1, 2`,
      ),
    ).toEqual([{ kind: 'commission_failed', event: 'important_alerts', times: 4 }])
    // five attempts reached the bank, all declined
    expect(await platformCharges()).toHaveLength(4)
    expect(await paidCharges()).toEqual([])
  })

  it('is charged at once to a new card', async () => {
    await saveCard(cards.failsLater)
    await test.aMember(clinic, plan)
    await goTo('2026-04-01T13:05:00Z')
    await saveCard(cards.good)
    expect(await invoices()).toMatchObject([
      { status: 'paid', past_due_at: null, next_attempt_at: null, amount_due_cents: 0 },
    ])
    expect(await paidCharges()).toMatchObject([{ amount: 17_409 }])
    expect(await receivable()).toBe(0)
  })

  it('without a card is to be paid by hand within a week, and is past due afterwards', async () => {
    await test.db.asOwner('update clinic_billing set card_method = null where clinic_id = $1', [clinic.id])
    await test.aMember(clinic, plan)
    await goTo('2026-04-01T13:05:00Z')
    expect(await invoices()).toMatchObject([
      { status: 'open', past_due_at: null, due_at: new Date('2026-04-08T13:05:00Z') },
    ])
    await goTo('2026-04-08T13:10:00Z')
    expect(await invoices()).toMatchObject([{ past_due_at: new Date('2026-04-08T13:05:00Z') }])
    expect((await mails()).map(({ template }) => template)).toEqual([
      'clinic-invoice-due',
      'clinic-invoice-failed',
    ])
    await saveCard()
    expect(await invoices()).toMatchObject([{ status: 'paid' }])
  })

  it('that Carefold forgives is no longer owed', async () => {
    await saveCard(cards.failsLater)
    await test.aMember(clinic, plan)
    await goTo('2026-04-01T13:05:00Z')
    const [invoice] = await invoices()
    await test.client.invoices.voidInvoice(String(invoice?.id))
    await test.work()
    expect(await invoices()).toMatchObject([{ status: 'void', past_due_at: null }])
    expect(await receivable()).toBe(0)
    await goTo('2026-04-20T13:05:00Z')
    expect(await paidCharges()).toEqual([])
  })
})

describe('charging a month', () => {
  /** The month is closed and nothing of it has been invoiced. */
  async function closedMonth(): Promise<string> {
    await saveCard()
    await test.aMember(clinic, plan)
    const find = test.services.stripe.commissionInvoices.find
    test.services.stripe.commissionInvoices.find = () => Promise.reject(new Error('killed'))
    await expect(goTo('2026-04-01T13:05:00Z')).rejects.toThrow('killed')
    test.services.stripe.commissionInvoices.find = find
    const [statement] = await test.db.asOwner<{ id: string }>(
      'select id from statements where clinic_id = $1',
      [clinic.id],
    )
    return statement?.id ?? ''
  }

  const steps = ['create', 'addLine', 'finalize', 'pay'] as const

  it.each(steps.flatMap((step) => [[step, 'before'] as const, [step, 'after'] as const]))(
    'survives the end of the process at “%s”, %s its answer, also when the keys have expired',
    async (step, moment) => {
      const statement = await closedMonth()
      const api = test.services.stripe.commissionInvoices
      const real = api[step] as (...args: never[]) => Promise<unknown>
      // the sandbox forgets its keys as Stripe does after a day: no key protects the second run
      let run = 0
      const withoutKeys = (name: (typeof steps)[number]) => {
        const original = api[name] as (...args: unknown[]) => Promise<unknown>
        Object.assign(api, {
          [name]: (...args: unknown[]) =>
            original.apply(
              api,
              args.map((arg) => withSuffix(arg, run)),
            ),
        })
      }
      for (const name of steps) withoutKeys(name)
      const wrapped = api[step] as (...args: never[]) => Promise<unknown>
      Object.assign(api, {
        [step]: async (...args: never[]) => {
          if (moment === 'after') await wrapped.apply(api, args)
          throw new Error('killed')
        },
      })
      await expect(
        chargeCommission(test.services, { clinicId: clinic.id, statementId: statement }),
      ).rejects.toThrow('killed')
      Object.assign(api, { [step]: wrapped })
      run++
      await chargeCommission(test.services, { clinicId: clinic.id, statementId: statement })
      await test.work()
      expect(real).toBeDefined()
      expect(await paidCharges()).toMatchObject([{ amount: 17_409 }])
      expect(await invoices()).toMatchObject([{ status: 'paid', total_cents: 17_409 }])
      expect(await receivable()).toBe(0)
      const { data } = await test.client.invoices.list({ limit: 100 })
      expect(data).toHaveLength(1)
    },
  )

  it('charges once when two workers run at the same time', async () => {
    const statement = await closedMonth()
    await Promise.all([
      chargeCommission(test.services, { clinicId: clinic.id, statementId: statement }),
      chargeCommission(test.services, { clinicId: clinic.id, statementId: statement }),
      chargeCommission(test.services, { clinicId: clinic.id, statementId: statement }),
    ])
    await test.work()
    expect(await paidCharges()).toHaveLength(1)
    expect(await invoices()).toHaveLength(1)
    expect((await test.client.invoices.list({ limit: 100 })).data).toHaveLength(1)
    expect(await receivable()).toBe(0)
  })
})

/** Appends the run to each idempotency key among the arguments. */
function withSuffix(value: unknown, run: number): unknown {
  if (typeof value === 'string') return value.startsWith('commission:') ? `${value}#${run}` : value
  if (typeof value !== 'object' || value === null || !('key' in value)) return value
  return { ...value, key: `${String(value.key)}#${run}` }
}
