import { beforeEach, describe, expect, it } from 'vitest'
import { monthClosesAt } from '#domain/statements/months.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aClinic, type TestClinic } from '#testing/sign-in/people.ts'
import { accounts, type Fact, post } from '../ledger/ledger.ts'
import { closeOldestDueMonth } from './close-month.ts'

const test = await setUpPayments()

let clinic: TestClinic
beforeEach(async () => {
  clinic = await aClinic(test.db, { timeZone: 'America/Toronto' })
})

/** Books revenue as if Stripe had reported it: negative is a refund. */
async function book(
  amountCents: number,
  at: string,
  kind: Fact['kind'] = amountCents < 0 ? 'refund' : 'charge',
) {
  const fact: Fact = {
    clinicId: clinic.id,
    key: `${kind}:${crypto.randomUUID()}`,
    kind,
    occurredAt: new Date(at),
    currency: 'usd',
    source: 'test',
    amounts: {
      [accounts.clearing(clinic.id)]: amountCents,
      [accounts.revenue(clinic.id, 'wellness')]: -amountCents,
    },
  }
  await test.services.transactions.withSystem('test', (tx) => post(tx, fact, new Date(at)))
}

async function closeAt(now: string | Date): Promise<string[]> {
  const months: string[] = []
  for (;;) {
    const month = await test.services.transactions.withSystem('test', (tx) =>
      closeOldestDueMonth(tx, clinic.id, new Date(now)),
    )
    if (!month) return months
    months.push(month)
  }
}

function statements() {
  return test.db.asOwner(
    `select month, gross_cents, refunds_cents, carried_in_cents, net_cents, commission_cents, carried_out_cents, status
       from statements where clinic_id = $1 order by month`,
    [clinic.id],
  )
}

describe('a month', () => {
  it('closes on the 1st at 9:00, not before, and once', async () => {
    await book(145_075, '2026-03-10T15:00:00Z')
    expect(await closeAt('2026-04-01T12:59:59Z')).toEqual([])
    expect(await closeAt('2026-04-01T13:00:00Z')).toEqual(['2026-03'])
    expect(await closeAt('2026-04-20T13:00:00Z')).toEqual([])
    expect(await statements()).toEqual([
      {
        month: '2026-03',
        gross_cents: 145_075,
        refunds_cents: 0,
        carried_in_cents: 0,
        net_cents: 145_075,
        commission_cents: 17_409,
        carried_out_cents: 0,
        status: 'closed',
      },
    ])
  })

  it.each([
    ['America/Toronto', '2026-04-01T03:59:59Z', '2026-04-01T04:00:00Z'],
    ['Pacific/Auckland', '2026-03-31T10:59:59Z', '2026-03-31T11:00:00Z'],
    ['America/Los_Angeles', '2026-04-01T06:59:59Z', '2026-04-01T07:00:00Z'],
    ['America/Vancouver', '2026-04-01T06:30:00Z', '2026-04-01T07:00:00Z'],
    ['UTC', '2026-03-31T23:59:59Z', '2026-04-01T00:00:00Z'],
  ])('ends at midnight in %s', async (timeZone, last, first) => {
    clinic = await aClinic(test.db, { timeZone })
    await book(1_000, last)
    await book(7, first)
    await closeAt(monthClosesAt('2026-03', timeZone))
    expect(await statements()).toMatchObject([{ month: '2026-03', gross_cents: 1_000 }])
  })

  it('includes a refund when it happens, whatever month the charge was in', async () => {
    await book(10_000, '2026-03-10T15:00:00Z')
    await closeAt('2026-04-02T00:00:00Z')
    await book(5_000, '2026-04-05T15:00:00Z')
    await book(-2_000, '2026-04-06T15:00:00Z')
    await closeAt('2026-05-02T00:00:00Z')
    expect(await statements()).toMatchObject([
      { month: '2026-03', net_cents: 10_000, commission_cents: 1_200 },
      { month: '2026-04', gross_cents: 5_000, refunds_cents: 2_000, commission_cents: 360 },
    ])
  })

  it('with more refunds than revenue owes nothing, and reduces the next ones', async () => {
    await book(10_000, '2026-03-10T15:00:00Z')
    await closeAt('2026-04-02T00:00:00Z')
    await book(-10_000, '2026-04-06T15:00:00Z')
    await book(4_000, '2026-05-06T15:00:00Z')
    await book(9_000, '2026-06-06T15:00:00Z')
    expect(await closeAt('2026-07-02T00:00:00Z')).toEqual(['2026-04', '2026-05', '2026-06'])
    expect(await statements()).toMatchObject([
      { month: '2026-03', commission_cents: 1_200 },
      {
        month: '2026-04',
        net_cents: -10_000,
        commission_cents: 0,
        carried_out_cents: -10_000,
        status: 'nothing_owed',
      },
      { month: '2026-05', carried_in_cents: -10_000, net_cents: -6_000, carried_out_cents: -6_000 },
      {
        month: '2026-06',
        carried_in_cents: -6_000,
        net_cents: 3_000,
        commission_cents: 360,
        carried_out_cents: 0,
      },
    ])
  })

  it('that is closed never changes: late events count in the next', async () => {
    await book(10_000, '2026-03-10T15:00:00Z')
    await closeAt('2026-04-02T00:00:00Z')
    const before = await statements()
    await book(1_500, '2026-03-31T15:00:00Z')
    expect(await closeAt('2026-04-30T00:00:00Z')).toEqual([])
    await closeAt('2026-05-02T00:00:00Z')
    expect((await statements()).slice(0, 1)).toEqual(before)
    expect(await statements()).toMatchObject([{}, { month: '2026-04', gross_cents: 1_500 }])
  })

  it('is closed in sequence once there was revenue, and never for a clinic without any', async () => {
    expect(await closeAt('2027-01-02T00:00:00Z')).toEqual([])
    await book(10_000, '2026-03-10T15:00:00Z')
    expect(await closeAt('2026-06-02T00:00:00Z')).toEqual(['2026-03', '2026-04', '2026-05'])
    expect((await statements()).slice(1)).toMatchObject([
      { status: 'nothing_owed' },
      { status: 'nothing_owed' },
    ])
  })

  it('is closed once, even by two servers at the same time', async () => {
    await book(10_000, '2026-03-10T15:00:00Z')
    const months = await Promise.all([1, 2, 3].map(() => closeAt('2026-04-02T00:00:00Z')))
    expect(months.flat()).toEqual(['2026-03'])
  })

  it('books the debt as Carefold’s receivable', async () => {
    await book(10_000, '2026-03-10T15:00:00Z')
    await closeAt('2026-04-02T00:00:00Z')
    const owed = await test.db.asOwner(
      `select p.account, p.amount_cents from journal j join postings p on p.journal_id = j.id
        where j.clinic_id = $1 and j.kind = 'commission_owed' order by p.amount_cents`,
      [clinic.id],
    )
    expect(owed).toEqual([
      { account: 'platform:revenue:commission', amount_cents: -1_200 },
      { account: `platform:receivable:${clinic.id}`, amount_cents: 1_200 },
    ])
  })

  it('is audited', async () => {
    await book(10_000, '2026-03-10T15:00:00Z')
    await closeAt('2026-04-02T00:00:00Z')
    const audits = await test.db.asOwner(
      `select actor_kind, details from app.audit_log where clinic_id = $1 and action = 'statement.closed'`,
      [clinic.id],
    )
    expect(audits).toEqual([
      { actor_kind: 'system', details: { month: '2026-03', net_cents: 10_000, commission_cents: 1_200 } },
    ])
  })
})

describe('a change of time zone', () => {
  const moveTo = async (zone: string) => {
    await test.db.asOwner('update clinics set time_zone = $2 where id = $1', [clinic.id, zone])
    await test.db.asOwner('select app.follow_time_zone($1)', [clinic.id])
  }
  const zone = async () => {
    const [row] = await test.db.asOwner<{ time_zone: string }>(
      'select time_zone from clinic_billing where clinic_id = $1',
      [clinic.id],
    )
    return row?.time_zone
  }

  it('takes effect at once while there has been no revenue', async () => {
    await moveTo('Pacific/Auckland')
    expect(await zone()).toBe('Pacific/Auckland')
  })

  it('waits for the next month after that, and neither skips nor repeats an instant', async () => {
    await book(1_000, '2026-03-10T15:00:00Z')
    await moveTo('Pacific/Auckland')
    expect(await zone()).toBe('America/Toronto')
    // still March in Toronto, April in Auckland
    await book(100, '2026-04-01T03:59:59Z')
    await book(20, '2026-04-01T04:00:00Z')
    await closeAt('2026-04-01T13:00:00Z')
    expect(await zone()).toBe('Pacific/Auckland')
    // the last of April in Auckland, then the first of May
    await book(4, '2026-04-30T11:59:59Z')
    await book(1, '2026-04-30T12:00:00Z')
    await closeAt(monthClosesAt('2026-04', 'Pacific/Auckland'))
    expect(await statements()).toMatchObject([{ gross_cents: 1_100 }, { gross_cents: 24 }])
    const [march, april] = await test.db.asOwner<{ ends_at: Date; starts_at: Date; time_zone: string }>(
      'select starts_at, ends_at, time_zone from statements where clinic_id = $1 order by month',
      [clinic.id],
    )
    expect(april?.starts_at).toEqual(march?.ends_at)
    expect([march?.time_zone, april?.time_zone]).toEqual(['America/Toronto', 'Pacific/Auckland'])
  })
})

it('under the tier policy a month has figures and no debt', async () => {
  await book(10_000, '2026-03-10T15:00:00Z')
  await test.db.asOwner(
    `insert into tier_subscriptions (id, clinic_id, started_at) values ('sub_late', $1, '2026-03-31T20:00:00Z')`,
    [clinic.id],
  )
  await book(20_000, '2026-04-10T15:00:00Z')
  await closeAt('2026-05-02T00:00:00Z')
  expect(await statements()).toMatchObject([
    { month: '2026-03', commission_cents: 1_200, status: 'closed' },
    { month: '2026-04', gross_cents: 20_000, commission_cents: 0, status: 'nothing_owed' },
  ])
})
