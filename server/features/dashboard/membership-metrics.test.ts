import { describe, expect, it } from 'vitest'
import { churnPermille } from '#domain/dashboard/membership-metrics.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { membershipMetrics } from './membership-metrics.ts'

let made = 0

/** A paid plan: [from, to, reason of the end]. Days of 2026, at noon UTC. */
interface Span {
  from: string
  to?: string
  because?: 'payment' | 'canceled' | 'clinic' | 'left'
  interval?: 'month' | 'year'
  cents?: number
  status?: string
  isPaid?: boolean
}

async function aMemberWith(...spans: Span[]) {
  const patient = await aPatient(test.db, clinic)
  for (const span of spans) {
    const { from, to, because = 'canceled', interval = 'month', cents = 4_900, isPaid = true } = span
    const at = (day: string) => `${day}T12:00:00Z`
    made += 1
    const [row] = await test.db.asOwner<{ id: string }>(
      `with plan as (insert into plans (clinic_id, kind, name) values ($1, 'uninsured', 'Visits') returning id),
            version as (insert into plan_versions (clinic_id, plan_id, number, name, published_at)
                        select $1, id, 1, 'Visits', '2020-01-01' from plan returning id, plan_id),
            price as (insert into plan_prices (clinic_id, plan_id, interval, amount_cents, currency, version_id, stripe_price)
                      select $1, plan_id, $5, $6, 'usd', id, 'price_' || gen_random_uuid() from version returning id, plan_id, version_id),
            sub as (insert into subscriptions (clinic_id, owner_patient_id, plan_id, price_id, version_id, stripe_account,
                           stripe_subscription, status, started_at, current_period_start, current_period_end,
                           cancel_at_period_end, ended_at)
                    select $1, $2, plan_id, id, version_id, 'acct_x', 'sub_' || gen_random_uuid(), $7, $3, $3,
                           coalesce($4::timestamptz, '2027-01-01'), $8, $4 from price returning id, price_id),
            item as (insert into subscription_items (clinic_id, subscription_id, price_id, stripe_item, role, quantity, unit_cents)
                     select $1, id, price_id, 'si_x', 'adult', 1, $6 from sub)
       select id from sub`,
      [
        clinic.id,
        patient.patientId,
        at(from),
        to ? at(to) : null,
        interval,
        cents,
        span.status ?? (to ? 'canceled' : 'active'),
        because === 'canceled' && to !== undefined,
      ],
    )
    const invoice = (id: string, status: string, paidCents: number, attempts: number) =>
      test.db.asOwner(
        `insert into invoices (id, clinic_id, stripe_account, patient_id, subscription_id, status, currency, total_cents,
                               amount_paid_cents, period_start, period_end, issued_at, paid_at, attempt_count)
         values ($1, $2, 'acct_x', $3, $4, $5, 'usd', $6, $7, $8, $8, $8, case when $5 = 'paid' then $8::timestamptz end, $9)`,
        [id, clinic.id, patient.patientId, row?.id, status, cents, paidCents, at(from), attempts],
      )
    if (isPaid) await invoice(`in_paid_${made}`, 'paid', cents, 1)
    if (because === 'payment') await invoice(`in_open_${made}`, 'uncollectible', 0, 4)
    if (because === 'left')
      await test.db.asOwner(
        `insert into subscription_changes (clinic_id, subscription_id, kind, state, attempt, quoted_cents, quoted_at,
                                           effective_at, created_at, decided_at)
         values ($1, $2, 'leave', 'done', gen_random_uuid()::text, 0, $3, $3, $3, $3)`,
        [clinic.id, row?.id, at(to ?? from)],
      )
  }
}

const test = await setUpPayments({ now: '2026-11-20T15:00:00Z' })
const clinic = await test.aSellingClinic({ timeZone: 'America/Toronto' })
// two stay from March on, one of them past due; one pays by the year
await aMemberWith({ from: '2026-03-05' })
await aMemberWith({ from: '2026-03-09', status: 'past_due' })
await aMemberWith({ from: '2026-04-02', interval: 'year', cents: 49_000 })
// lost in April, by each reason
await aMemberWith({ from: '2026-03-10', to: '2026-04-10', because: 'payment' })
await aMemberWith({ from: '2026-03-11', to: '2026-04-11', because: 'canceled' })
await aMemberWith({ from: '2026-03-12', to: '2026-04-12', because: 'left' })
// joined and lost within May; back in June, which is not new
await aMemberWith({ from: '2026-05-03', to: '2026-05-20', because: 'clinic' }, { from: '2026-06-15' })
// changed to another plan within a month: neither lost nor back
await aMemberWith({ from: '2026-03-15', to: '2026-05-10' }, { from: '2026-05-12' })
await aMemberWith({ from: '2026-04-20', to: '2026-05-04', isPaid: false })
const metrics = await test.call(membershipMetrics, clinic.admin.caller(), {})

describe('a clinic’s members', () => {
  // spec: B2.9 Members come and go by month, each counted once
  it('are counted as new or lost once per month', () => {
    const months = Object.fromEntries(metrics.months.map((month) => [month.month, month]))
    expect(metrics.months.map(({ month }) => month).at(0)).toBe('2025-12')
    expect(months['2026-03']).toMatchObject({ members: 0, joined: 6, rejoined: 0, lost: 0 })
    expect(months['2026-04']).toMatchObject({
      members: 6,
      joined: 1,
      lost: 3,
      churned: 3,
      lostBecause: { payment: 1, canceled: 1, left: 1, clinic: 0 },
    })
    expect(months['2026-05']).toMatchObject({ members: 4, joined: 1, lost: 1, churned: 0 })
    expect(months['2026-06']).toMatchObject({ members: 4, joined: 0, rejoined: 1, lost: 0 })
    expect(churnPermille(months['2026-04'] ?? { members: 0, churned: 0 })).toBe(500)
  })

  it('add up from month to month', () => {
    for (const [index, { members, paused, joined, rejoined, lost }] of metrics.months.entries()) {
      const next = metrics.months[index + 1]
      if (next) expect(members + paused + joined + rejoined - lost).toBe(next.members + next.paused)
    }
  })

  it('give monthly revenue: a year’s price by twelve, past due included, ended ones excluded', () => {
    expect(metrics).toMatchObject({
      recurringCents: 4_900 + 4_900 + 4_083 + 4_900 + 4_900,
      pastDueCents: 4_900,
      plans: 5,
    })
  })

  it('stay by the month of their first payment', () => {
    const march = metrics.cohorts.find(({ month }) => month === '2026-03')
    expect(march).toMatchObject({ size: 6 })
    expect(march?.kept.slice(0, 3)).toEqual([6, 3, 3])
    expect(metrics.cohorts.find(({ month }) => month === '2026-05')?.kept.slice(0, 2)).toEqual([0, 1])
  })

  it('are figures for admins, of their clinic alone', async () => {
    const staff = await aStaffMember(test.db, clinic)
    await expect(test.call(membershipMetrics, staff.caller(), {})).rejects.toMatchObject({
      code: 'not_allowed',
    })
    const other = await test.aSellingClinic()
    expect(await test.call(membershipMetrics, other.admin.caller(), {})).toMatchObject({
      plans: 0,
      recurringCents: 0,
    })
  })
})
