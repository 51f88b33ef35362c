import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Tx } from '#server/platform/database/transactions.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { accounts, type Fact, isBooked, post } from './ledger.ts'

const db = await setUpDatabase()
const clinic = await aClinic(db)

const now = new Date('2026-03-10T15:00:00Z')

function aFact(changes: Partial<Fact> = {}): Fact {
  return {
    clinicId: clinic.id,
    key: `charge:ch_${crypto.randomUUID()}`,
    kind: 'charge',
    occurredAt: now,
    currency: 'usd',
    source: 'evt_1',
    amounts: { [accounts.clearing(clinic.id)]: 500, [accounts.revenue(clinic.id, 'wellness')]: -500 },
    ...changes,
  }
}

const asSystem = <T>(work: (tx: Tx) => Promise<T>) => db.transactions.withSystem('test', work)
const balance = async () => {
  const [row] = await db.asOwner<{ sum: number }>(
    'select coalesce(sum(amount_cents), 0)::bigint as sum from postings',
  )
  return row?.sum
}

describe('the ledger', () => {
  it('books a fact once, whatever its source and however often', async () => {
    const fact = aFact()
    const first = await asSystem((tx) => post(tx, fact, now))
    expect(first).toBeTypeOf('number')
    const again = await Promise.all(
      [1, 2, 3].map(() => asSystem((tx) => post(tx, { ...fact, source: 'sweep' }, now))),
    )
    expect(again).toEqual([null, null, null])
    expect(await asSystem((tx) => isBooked(tx, fact.clinicId, fact.key))).toBe(true)
    expect(await db.asOwner('select source from journal where key = $1', [fact.key])).toEqual([
      { source: 'evt_1' },
    ])
  })

  it('refuses unbalanced amounts, and stores none of them', async () => {
    const fact = aFact({ amounts: { [accounts.clearing(clinic.id)]: 500, [accounts.tax(clinic.id)]: -499 } })
    await expect(asSystem((tx) => post(tx, fact, now))).rejects.toThrow(/does not balance/)
    expect(await asSystem((tx) => isBooked(tx, fact.clinicId, fact.key))).toBe(false)
    expect(await balance()).toBe(0)
  })

  it('adds nothing to a booked fact', async () => {
    const fact = aFact()
    const id = await asSystem((tx) => post(tx, fact, now))
    const more = asSystem((tx) =>
      tx
        .insertInto('postings')
        .values([
          {
            clinic_id: clinic.id,
            journal_id: id ?? 0,
            account: accounts.clearing(clinic.id),
            amount_cents: 100,
          },
          { clinic_id: clinic.id, journal_id: id ?? 0, account: 'x', amount_cents: -100 },
        ])
        .execute(),
    )
    await expect(more).rejects.toThrow(/duplicate key/)
  })

  it('cannot reference another clinic', async () => {
    const other = await aClinic(db)
    const id = await asSystem((tx) => post(tx, aFact(), now))
    const crossed = asSystem((tx) =>
      tx
        .insertInto('postings')
        .values({ clinic_id: other.id, journal_id: id ?? 0, account: 'x', amount_cents: 1 })
        .execute(),
    )
    await expect(crossed).rejects.toThrow(/foreign key/)
  })
})

describe('history cannot be rewritten', () => {
  it.each(['journal', 'postings', 'statements', 'statement_lines'])('%s', async (table) => {
    await asSystem((tx) => post(tx, aFact(), now))
    // neither by the server, which has no grant, nor by the owner of the schema
    for (const change of [`update ${table} set clinic_id = clinic_id`, `delete from ${table}`]) {
      await expect(db.asOwner(change)).rejects.toThrow(/append-only/)
      await expect(asSystem((tx) => sql.raw(change).execute(tx))).rejects.toThrow(/permission denied/)
    }
    await expect(db.asOwner(`truncate ${table} cascade`)).rejects.toThrow(/append-only/)
  })
})
