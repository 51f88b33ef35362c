import { expect, it } from 'vitest'
import { planCharges } from '#domain/checkouts/charges.ts'
import { justThePayer } from '#domain/plans/household.ts'
import { dateIn } from '#domain/values/zones.ts'
import { moveRenewalsJob } from '#server/features/subscriptions/changes/move-renewals.ts'
import { pauseSubscription } from '#server/features/subscriptions/pause-subscription.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import type { Patient } from '#testing/sign-in/people.ts'

const timeZone = 'America/Vancouver'
const hourMs = 3_600_000

const test = await setUpPayments({ now: '2027-01-29T20:00:00Z' })
const clinic = await test.aSellingClinic({ timeZone })

/** Passes the days from the 3rd to the 26th in one step: all plans of these tests renew around a month's end. */
async function goTo(at: string, everyHours = 6): Promise<void> {
  const { services, clock } = test
  const end = Date.parse(at)
  while (clock.now().getTime() < end) {
    const now = clock.now()
    const isQuiet = now.getUTCDate() > 2 && now.getUTCDate() < 27
    const next = isQuiet
      ? Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 27)
      : now.getTime() + everyHours * hourMs
    await test.pass(`PT${(Math.min(next, end) - now.getTime()) / 1000}S`)
    await services.transactions.withSystem('test: cron', (tx) =>
      services.jobs.enqueue(tx, moveRenewalsJob, {}),
    )
    await test.work()
  }
}

/** The charges that Stripe made: the clinic's day and the cents. */
async function charged({ patientId }: Patient): Promise<[string, number][]> {
  const [row] = await test.db.asOwner<{ customer: string }>(
    'select stripe_customer as customer from patient_customers where patient_id = $1',
    [patientId],
  )
  const { data } = await test.client.charges.list(
    { customer: row?.customer ?? '', limit: 100 },
    { stripeAccount: clinic.account },
  )
  return data
    .map(({ created, amount }): [string, number] => [dateIn(new Date(created * 1000), timeZone), amount])
    .reverse()
}

const shown = async ({ patientId }: Patient) => {
  const [row] = await test.db.asOwner<{ status: string; end: Date }>(
    'select status, current_period_end as end from subscriptions where owner_patient_id = $1',
    [patientId],
  )
  return [row?.status, row && dateIn(row.end, timeZone)]
}

const invoiced = async ({ patientId }: Patient) => {
  const rows = await test.db.asOwner<{ total_cents: string }>(
    'select total_cents from invoices where patient_id = $1 order by issued_at',
    [patientId],
  )
  return rows.map(({ total_cents }) => Number(total_cents))
}

it('an evening join renews on its day of the month, at months’ ends too, for the announced amounts', async () => {
  const plan = await test.aPublishedPlan(clinic)
  const joins = [
    '2027-01-31T04:00:00Z',
    '2027-02-01T04:00:00Z',
    '2027-03-31T03:00:00Z',
    '2027-05-01T06:30:00Z',
  ]
  const members: { patient: Patient; announced: [string, number][] }[] = []
  for (const at of joins) {
    await goTo(at)
    const money = { ...plan.price, childAgeLimit: plan.childAgeLimit, trialDays: plan.trialDays }
    const { today, next } = planCharges(money, justThePayer, { now: test.clock.now(), timeZone })
    const patient = await test.aMember(clinic, plan)
    expect(await shown(patient)).toEqual(['active', next[0]?.on])
    members.push({ patient, announced: [today, ...next].map(({ on, totalCents }) => [on, totalCents]) })
  }
  await goTo('2027-07-05T12:00:00Z')
  const days = ['2027-01-30', '2027-02-28', '2027-03-30', '2027-04-30', '2027-05-30', '2027-06-30']
  expect(members[0]?.announced.map(([on]) => on).slice(0, 6)).toEqual(days)
  expect(members[1]?.announced.map(([on]) => on).slice(0, 4)).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
  ])
  expect(members[2]?.announced[1]?.[0]).toBe('2027-04-30')
  expect(members[3]?.announced[1]?.[0]).toBe('2027-05-30')
  for (const { patient, announced } of members) {
    const paid = await charged(patient)
    expect(paid.length).toBeGreaterThan(2)
    expect(paid).toEqual(announced.slice(0, paid.length))
    expect(await shown(patient)).toEqual(['active', announced[paid.length]?.[0]])
    expect(await invoiced(patient)).toEqual(paid.map(([, cents]) => cents))
  }
}, 300_000)

it('free days end at noon of the clinic’s day, and the later renewals keep that day', async () => {
  await goTo('2027-07-31T05:30:00Z')
  const plan = await test.aPublishedPlan(clinic, { name: 'Free month', kind: 'uninsured', trialDays: 30 })
  const patient = await test.aMember(clinic, plan)
  expect(await shown(patient)).toEqual(['trialing', '2027-08-29'])
  await goTo('2027-11-01T12:00:00Z')
  expect(await charged(patient)).toEqual([
    ['2027-08-29', 9_900],
    ['2027-09-29', 9_900],
    ['2027-10-29', 9_900],
  ])
}, 120_000)

it('a plan cannot be paused in the hours in which its renewal is moved, and can be right after it', async () => {
  await goTo('2027-12-31T04:00:00Z')
  const plan = await test.aPublishedPlan(clinic, { name: 'With pause', maxPauseMonths: 3 })
  const patient = await test.aMember(clinic, plan)
  // Stripe renews on February 28 at 04:00 UTC, the clinic's January 30 and February 28 at noon
  const [row] = await test.db.asOwner<{ id: string }>(
    'select id from subscriptions where owner_patient_id = $1',
    [patient.patientId],
  )
  const ask = { subscriptionId: row?.id, months: 1 }
  await goTo('2028-01-30T22:00:00Z')
  expect(await test.call(pauseSubscription, patient.caller(), ask)).toMatchObject({
    preview: { maxMonths: 3 },
  })
  await goTo('2028-02-29T03:00:00Z')
  await goTo('2028-02-29T22:00:00Z')
  expect((await charged(patient)).map(([on]) => on)).toEqual(['2027-12-30', '2028-01-30', '2028-02-29'])
  await goTo('2028-03-29T19:00:00Z', 1)
  expect(await shown(patient)).toEqual(['active', '2028-03-30'])
  await expect(test.call(pauseSubscription, patient.caller(), ask)).rejects.toMatchObject({
    code: 'renewal_near',
  })
}, 120_000)

it('a renewal whose day has passed without the job is left to Stripe, and the next one is right again', async () => {
  await goTo('2028-05-01T06:30:00Z')
  const plan = await test.aPublishedPlan(clinic, { name: 'Late at night' })
  const patient = await test.aMember(clinic, plan)
  expect(await shown(patient)).toEqual(['active', '2028-05-30'])
  await test.pass('P29DT20H')
  await goTo('2028-07-01T12:00:00Z')
  // Stripe charges an hour after its renewal at 23:30
  expect((await charged(patient)).map(([on]) => on)).toEqual(['2028-04-30', '2028-06-01', '2028-06-30'])
}, 120_000)
