import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PlanView } from '#domain/plans/plans.ts'
import { joinPlan } from '#server/features/checkouts/join-plan.ts'
import { cards, openTestPayments, type SellingClinic, type TestPayments } from '#testing/payments.ts'
import { aPatient } from '#testing/people.ts'

/** Random stories of two clinics (docs/payments.md 12). More: `MONEY_STORIES=60 vitest run ...` */
const stories = Number(process.env.MONEY_STORIES ?? 3)

const zones = ['America/Toronto', 'Pacific/Auckland', 'America/Los_Angeles', 'UTC']

type Step =
  | { do: 'join'; clinic: 0 | 1; isDeclinedFirst: boolean }
  | { do: 'refund'; clinic: 0 | 1; percent: number }
  | { do: 'wait'; hours: number }
  // a month computed in the wrong time zone would show here
  | { do: 'go near a month’s edge'; hours: number }
  | { do: 'deliver events'; isShuffled: boolean; isTwice: boolean }
  | { do: 'lose events' }
  | { do: 'close what is due' }

const clinic = fc.constantFrom<(0 | 1)[]>(0, 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('join' as const), clinic, isDeclinedFirst: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      clinic,
      percent: fc.integer({ min: 1, max: 100 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 500 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('go near a month’s edge' as const),
      hours: fc.integer({ min: -12, max: 12 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('deliver events' as const),
      isShuffled: fc.boolean(),
      isTwice: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose events' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close what is due' as const) }) },
)

it(
  'whatever happens and whichever events arrive, the ledger, the statements and Stripe agree to the cent',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 6, maxLength: 14 }),
        fc.constantFrom(...zones),
        fc.constantFrom(...zones),
        async (steps, first, second) => {
          const test = await openTestPayments({ now: '2026-03-20T15:00:00Z' })
          try {
            await playStory(test, steps, [first, second])
          } finally {
            await test.close()
          }
        },
      ),
      { numRuns: stories },
    )
  },
  stories * 120_000,
)

interface Seller {
  clinic: SellingClinic
  plan: PlanView
}

async function playStory(test: TestPayments, steps: Step[], timeZones: string[]): Promise<void> {
  const sellers: Seller[] = []
  for (const [n, timeZone] of timeZones.entries()) {
    const clinic = await test.aSellingClinic({ timeZone })
    // an amount whose 12 % is not a whole cent
    sellers.push({ clinic, plan: await test.aPublishedPlan(clinic, { amountCents: 4_937 + n * 1_111 }) })
  }
  // every story has money in it
  for (const seller of sellers) await join(test, seller, false)
  for (const each of steps) await play(test, each, sellers)

  await test.work()
  await test.pass('P45D')
  await test.runDue()
  for (const seller of sellers) await expectAgreement(test, seller.clinic)
  const closed = await test.db.asOwner('select * from statements order by clinic_id, month')
  expect(closed.length).toBeGreaterThan(1)
  // closing again changes nothing
  await test.runDue()
  expect(await test.db.asOwner('select * from statements order by clinic_id, month')).toEqual(closed)
}

async function play(test: TestPayments, step: Step, sellers: Seller[]): Promise<void> {
  if (step.do === 'join') return join(test, sellers[step.clinic], step.isDeclinedFirst)
  if (step.do === 'refund') return refund(test, sellers[step.clinic], step.percent)
  if (step.do === 'wait') return wait(test, step.hours * 3_600)
  if (step.do === 'go near a month’s edge') {
    const now = test.clock.now()
    const edge = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) + step.hours * 3_600_000
    return wait(test, Math.max(0, Math.floor((edge - now.getTime()) / 1000)))
  }
  if (step.do === 'deliver events') {
    Object.assign(test.sandbox.chaos, { shuffle: step.isShuffled, duplicate: step.isTwice })
    await test.work()
    Object.assign(test.sandbox.chaos, { shuffle: false, duplicate: false })
    return
  }
  if (step.do === 'close what is due') return test.runDue()
  await test.sandbox.deliver()
  await test.db.asOwner('delete from app.webhook_events where processed_at is null')
}

async function wait(test: TestPayments, seconds: number): Promise<void> {
  test.clock.advance(`PT${seconds}S`)
  await test.sandbox.settle()
}

async function join(test: TestPayments, seller: Seller | undefined, isDeclinedFirst: boolean): Promise<void> {
  if (!seller) return
  const patient = await aPatient(test.db, seller.clinic)
  const page = await test.call(joinPlan, patient.caller(), {
    priceId: seller.plan.price.id,
    attempt: crypto.randomUUID(),
  })
  if (isDeclinedFirst) await test.pay(page.url, cards.declined)
  await test.pay(page.url)
}

async function refund(test: TestPayments, seller: Seller | undefined, percent: number): Promise<void> {
  if (!seller) return
  const inClinic = { stripeAccount: seller.clinic.account }
  const { data } = await test.client.charges.list({ limit: 100 }, inClinic)
  const charge = data.find((each) => each.status === 'succeeded' && each.amount > each.amount_refunded)
  if (!charge) return
  const amount = Math.max(1, Math.floor(((charge.amount - charge.amount_refunded) * percent) / 100))
  await test.client.refunds.create({ charge: charge.id, amount }, inClinic)
}

/** Recomputes everything from Stripe's data, by other means than the code under test. */
async function expectAgreement(test: TestPayments, clinic: SellingClinic): Promise<void> {
  const inClinic = { stripeAccount: clinic.account }
  const charges = (await test.client.charges.list({ limit: 100 }, inClinic)).data.filter(
    ({ status }) => status === 'succeeded',
  )
  const refunds = (await test.client.refunds.list({ limit: 100 }, inClinic)).data
  const sum = (rows: { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0)
  const monthOf = ({ created }: { created: number }) =>
    Temporal.Instant.fromEpochMilliseconds(created * 1000)
      .toZonedDateTimeISO(clinic.timeZone)
      .toPlainDate()
      .toPlainYearMonth()
      .toString()

  const [ledger] = await test.db.asOwner<{ all: number; revenue: number; unbalanced: number }>(
    `select coalesce(sum(p.amount_cents), 0)::bigint as all,
            (0 - coalesce(sum(p.amount_cents) filter (where p.account like 'clinic:%:revenue:%'), 0))::bigint as revenue,
            (select count(*)::int from (select journal_id from postings where clinic_id = $1
                                         group by journal_id having sum(amount_cents) <> 0) x) as unbalanced
       from postings p where p.clinic_id = $1`,
    [clinic.id],
  )
  expect(ledger).toEqual({ all: 0, revenue: sum(charges) - sum(refunds), unbalanced: 0 })

  const statements = await test.db.asOwner<{
    id: string
    month: string
    gross_cents: number
    refunds_cents: number
    net_cents: number
    commission_cents: number
    starts_at: Date
    ends_at: Date
    lines: number
  }>(
    `select s.*, (select coalesce(sum(l.amount_cents), 0)::bigint from statement_lines l where l.statement_id = s.id) as lines
       from statements s where s.clinic_id = $1 order by s.month`,
    [clinic.id],
  )
  let carried = 0
  for (const [n, statement] of statements.entries()) {
    const gross = sum(charges.filter((charge) => monthOf(charge) === statement.month))
    const back = sum(refunds.filter((each) => monthOf(each) === statement.month))
    const net = gross - back + carried
    expect(statement).toMatchObject({
      gross_cents: gross,
      refunds_cents: back,
      net_cents: net,
      lines: gross - back,
    })
    expect(statement.commission_cents).toBe(halfUp(Math.max(0, net) * 12))
    carried = Math.min(0, net)
    const before = statements[n - 1]
    if (before) expect(statement.starts_at).toEqual(before.ends_at)
  }
}

/** A hundredth, rounded half up, on the digits. */
function halfUp(hundredfold: number): number {
  const digits = String(hundredfold).padStart(3, '0')
  return Number(digits.slice(0, -2)) + (Number(digits.at(-2)) >= 5 ? 1 : 0)
}
