import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { monthStart, nextMonth } from '#domain/statements/months.ts'
import { openTestDatabase } from '#testing/database/database.ts'
import { aClinic, type TestClinic } from '#testing/sign-in/people.ts'

let clinic: TestClinic
const db = await openTestDatabase()
beforeEach(async () => {
  clinic = await aClinic(db)
})
afterAll(() => db.close())

describe('the database refuses a statement', () => {
  const base = {
    month: '2026-03',
    time_zone: 'UTC',
    currency: 'usd',
    policy: 'partnership',
    rate_bps: 1_200,
    starts_at: monthStart('2026-03', 'UTC'),
    ends_at: monthStart(nextMonth('2026-03'), 'UTC'),
    gross_cents: 145_075,
    refunds_cents: 0,
    carried_in_cents: 0,
    net_cents: 145_075,
    commission_cents: 17_409,
    carried_out_cents: 0,
    status: 'closed',
    closed_at: new Date('2026-04-01T13:00:00Z'),
  }
  const insert = (changes: Partial<typeof base & { fee_cents: number; members: number }>) =>
    db.transactions.withSystem('test', (tx) =>
      tx
        .insertInto('statements')
        .values({ clinic_id: clinic.id, ...base, ...changes })
        .execute(),
    )

  it.each([
    ['whose commission is a cent off', { commission_cents: 17_408 }],
    ['that does not add up', { net_cents: 145_074 }],
    [
      'that forgets its negative part',
      {
        gross_cents: 0,
        net_cents: -5,
        refunds_cents: 0,
        carried_in_cents: -5,
        commission_cents: 0,
        status: 'nothing_owed',
      },
    ],
    [
      'whose commission is too small to be charged',
      { gross_cents: 400, net_cents: 400, refunds_cents: 0, carried_in_cents: 0, commission_cents: 48 },
    ],
    ['of a flat fee without its amount', { policy: 'flat_month' }],
    [
      'of a flat fee that owes another amount',
      { policy: 'flat_month', fee_cents: 9_900, commission_cents: 9_901 },
    ],
    [
      'of a fee per member that does not say how many',
      { policy: 'flat_member', fee_cents: 100, commission_cents: 100 },
    ],
    [
      'of a fee per member that counts wrongly',
      { policy: 'flat_member', fee_cents: 100, members: 3, commission_cents: 400 },
    ],
    ['that owes and says it does not', { status: 'nothing_owed' }],
    ['of no month', { month: '2026-13' }],
  ])('%s', async (_name, changes) => {
    await expect(insert(changes)).rejects.toThrow(/violates check constraint/)
  })

  it('for a month that already has one', async () => {
    await insert({})
    await expect(insert({})).rejects.toThrow(/duplicate key/)
  })
})
