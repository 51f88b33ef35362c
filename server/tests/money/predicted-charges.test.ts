import fc from 'fast-check'
import { expect, it } from 'vitest'
import { planCharges } from '#domain/checkouts/charges.ts'
import { type Household, justThePayer } from '#domain/plans/household.ts'
import { periodStart } from '#domain/plans/periods.ts'
import { joinPlan } from '#server/features/checkouts/join-plan.ts'
import { createCoupon } from '#server/features/coupons/create-coupon.ts'
import { saveClinicTax } from '#server/features/payouts/save-clinic-tax.ts'
import { refreshSubscription } from '#server/features/stripe-sync/refresh/refresh-subscription.ts'
import { moveRenewalsJob } from '#server/features/subscriptions/changes/move-renewals.ts'
import { stepPricesJob } from '#server/features/subscriptions/changes/step-prices.ts'
import { agreement } from '#testing/money/agreement.ts'
import { openTestPayments, type SellingClinic, type TestPayments } from '#testing/money/payments.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'

/**
 * docs/domain-rules.md goal 2. More: `PREDICTED_MEMBERS=200 vitest run ...`; with every event delivered:
 * `PREDICTED_EVENTS=1`.
 */
const members = Number(process.env.PREDICTED_MEMBERS ?? 20)
const hasEveryEvent = process.env.PREDICTED_EVENTS === '1'
const months = 24
const dayMs = 24 * 60 * 60 * 1000
const hourMs = 60 * 60 * 1000

/** One clinic adds its tax to the prices, the other's prices include it. */
const places = [
  { timeZone: 'America/Toronto', tax: { name: 'HST', percentage: '13', isInclusive: false } },
  { timeZone: 'Pacific/Auckland', tax: { name: 'GST', percentage: '15', isInclusive: true } },
]

interface Terms {
  interval: 'month' | 'year'
  amountCents: number
  childCents?: number
  householdCents?: number
  enrolmentCents?: number
  childAgeLimit: number
  trialDays: number
}

const offers: Terms[] = [
  {
    interval: 'month',
    amountCents: 4_937,
    childCents: 1_901,
    householdCents: 12_003,
    childAgeLimit: 18,
    trialDays: 0,
  },
  {
    interval: 'month',
    amountCents: 6_500,
    childCents: 2_500,
    enrolmentCents: 4_000,
    childAgeLimit: 16,
    trialDays: 14,
  },
  {
    interval: 'year',
    amountCents: 49_000,
    householdCents: 99_000,
    enrolmentCents: 2_500,
    childAgeLimit: 18,
    trialDays: 0,
  },
]

const discounts = [
  { percent: 15, amountCents: null, duration: 'forever', months: null },
  { percent: null, amountCents: 1_050, duration: 'repeating', months: 5 },
  { percent: 33, amountCents: null, duration: 'repeating', months: 14 },
] as const

const startsOn = Date.parse('2026-12-29T05:00:00Z')
const somebody = fc.record({
  clinic: fc.constantFrom(0 as const, 1 as const),
  plan: fc.nat({ max: offers.length - 1 }),
  joinsAfterHours: fc.integer({ min: 0, max: 24 * 34 }),
  isPayerCovered: fc.boolean(),
  coupon: fc.option(fc.nat({ max: 2 }), { freq: 2 }),
  adults: fc.integer({ min: 0, max: 2 }),
  // most of them around the age at which the price changes
  children: fc.array(
    fc.integer({ min: -17 * 365, max: 400 }).map((days) => days - 17 * 365 + 200),
    { maxLength: 3 },
  ),
})

type Person = typeof somebody extends fc.Arbitrary<infer Value> ? Value : never

it(
  `every charge of ${members} members over ${months} months is the one that was announced before joining`,
  async () => {
    const people = fc.sample(somebody, { numRuns: members, seed: 20_261_122 })
    const test = await openTestPayments({ now: new Date(startsOn).toISOString() })
    try {
      const sellers = await Promise.all(
        places.map(async ({ timeZone, tax }) => {
          const clinic = await test.aSellingClinic({ timeZone })
          await test.call(saveClinicTax, clinic.admin.caller(), { tax })
          const plans = []
          for (const terms of offers) plans.push(await test.aPublishedPlan(clinic, terms))
          const coupons = []
          for (const [index, terms] of discounts.entries())
            coupons.push(
              await test.call(createCoupon, clinic.admin.caller(), {
                ...terms,
                code: `CODE-${index}`,
                planId: null,
                maxUses: null,
                lastOn: null,
              }),
            )
          const charged = {
            name: tax.name,
            ratePpm: Number(tax.percentage) * 10_000,
            isInclusive: tax.isInclusive,
          }
          return { clinic, plans, coupons, timeZone, tax: charged }
        }),
      )
      const joined: Joined[] = []
      const queue = people.toSorted((a, b) => a.joinsAfterHours - b.joinsAfterHours)
      for (const each of queue) {
        await goTo(test, startsOn + each.joinsAfterHours * hourMs)
        const seller = sellers[each.clinic]
        const plan = seller?.plans[each.plan]
        if (!seller || !plan) throw new Error('no such plan')
        const coupon = each.coupon === null ? null : (seller.coupons[each.coupon] ?? null)
        const household = householdOf(each, test.clock.now())
        const patient = await aPatient(test.db, seller.clinic)
        const page = await test.call(joinPlan, patient.caller(), {
          priceId: plan.price.id,
          attempt: crypto.randomUUID(),
          household,
          names: {
            adults: Array.from({ length: household.adults }, () => 'Sam Doe'),
            children: household.children.map(() => 'Kim Doe'),
          },
          coupon: coupon?.code ?? null,
          agreement,
        })
        const now = test.clock.now()
        await test.pay(page.url)
        await test.work()
        const { childAgeLimit, trialDays } = plan
        const money = { ...plan.price, childAgeLimit, trialDays, tax: seller.tax }
        const { today, next } = planCharges(
          money,
          household,
          { now, timeZone: seller.timeZone, coupon },
          months + 1,
        )
        joined.push({
          patient,
          clinic: { ...seller.clinic, timeZone: seller.timeZone },
          interval: plan.price.interval,
          hasChildren: household.children.length > 0,
          announced: [today, ...next],
        })
      }
      const end = startsOn + months * 30 * dayMs
      const moments = momentsBefore(joined)
      for (const at of [...moments.keys()].filter((at) => at < end).toSorted((a, b) => a - b))
        await (hasEveryEvent ? goTo(test, at) : goOn(test, at, moments.get(at)))
      await goOn(test, end)

      let compared = 0
      for (const { patient, clinic, announced } of joined) {
        const expected = announced
          .filter(({ at, totalCents }) => at.getTime() <= end && totalCents > 0)
          .map(({ at, totalCents }) => [toSecond(at), totalCents])
        expect(await paid(test, clinic, patient)).toEqual(expected)
        compared += expected.length
      }
      expect(compared).toBeGreaterThan(members)
    } finally {
      await test.close()
    }
  },
  members * 30_000,
)

interface Joined {
  patient: Patient
  clinic: SellingClinic & { timeZone: string }
  interval: 'month' | 'year'
  hasChildren: boolean
  announced: ReturnType<typeof planCharges>['next']
}

function householdOf({ isPayerCovered, adults, children }: Person, now: Date): Household {
  const born = children.map((days) =>
    new Date(now.getTime() + Math.min(days, -1) * dayMs).toISOString().slice(0, 10),
  )
  if (!isPayerCovered && adults + born.length === 0) return justThePayer
  return { isPayerCovered, adults, children: born }
}

/**
 * The times at which an hourly job must have run, with the members concerned: before each charge whose amount a birthday
 * may change, and before each renewal that is not a whole period after the one before.
 */
function momentsBefore(joined: readonly Joined[]): Map<number, Set<Joined>> {
  const moments = new Map<number, Set<Joined>>()
  const add = (at: number, member: Joined) => moments.set(at, (moments.get(at) ?? new Set()).add(member))
  for (const member of joined) {
    const { announced, interval, hasChildren } = member
    const starts = announced.map(({ at }, index) => at.getTime() - (index === 0 ? 0 : hourMs))
    for (const [index, start] of starts.entries()) {
      const before = starts[index - 1]
      if (hasChildren) add(start - dayMs, member)
      if (before === undefined) continue
      const own = periodStart(new Date(before), interval, 1).getTime()
      if (own !== start) add(Math.min(own, start) - 11 * hourMs, member)
    }
  }
  return moments
}

async function goTo(test: TestPayments, at: number): Promise<void> {
  const now = test.clock.now().getTime()
  if (at <= now) return
  await test.pass(`PT${Math.ceil((at - now) / 1000)}S`)
  await queueHourlyJobs(test)
  await test.work()
}

function queueHourlyJobs({ services: { transactions, jobs } }: TestPayments): Promise<void> {
  return transactions.withSystem('test: cron', async (tx) => {
    await jobs.enqueue(tx, stepPricesJob, {})
    await jobs.enqueue(tx, moveRenewalsJob, {})
  })
}

async function goOn(test: TestPayments, at: number, due: Iterable<Joined> = []): Promise<void> {
  const { services, sandbox, clock } = test
  const now = clock.now().getTime()
  if (at <= now) return
  clock.advance(`PT${Math.ceil((at - now) / 1000)}S`)
  await sandbox.settle()
  for (const { patient, clinic } of due) {
    const [row] = await test.db.asOwner<{ id: string }>(
      'select stripe_subscription as id from subscriptions where owner_patient_id = $1',
      [patient.patientId],
    )
    const connected = { clinicId: clinic.id, account: clinic.account, timeZone: clinic.timeZone }
    await refreshSubscription(services, connected, row?.id ?? '')
  }
  await queueHourlyJobs(test)
  await services.jobs.drain()
}

const toSecond = (at: Date) => new Date(Math.floor(at.getTime() / 1000) * 1000).toISOString()

/** Oldest first, according to Stripe. */
async function paid(test: TestPayments, clinic: SellingClinic, patient: Patient) {
  const [row] = await test.db.asOwner<{ customer: string }>(
    'select stripe_customer as customer from patient_customers where patient_id = $1',
    [patient.patientId],
  )
  const charges: [string, number][] = []
  const pages = test.client.charges.list(
    { customer: row?.customer ?? 'none', limit: 100 },
    { stripeAccount: clinic.account },
  )
  for await (const charge of pages)
    if (charge.status === 'succeeded')
      charges.push([toSecond(new Date(charge.created * 1000)), charge.amount])
  return charges.reverse()
}
