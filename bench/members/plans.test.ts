import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { listMembersInput } from '#domain/memberships/inputs.ts'
import { listedMemberships, readMembers } from '#server/features/memberships/member-queries.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { openTestDatabase } from '#testing/database/database.ts'
import { memberStatements, planOfFew, questions } from './load.ts'

const db = await openTestDatabase()
afterAll(() => db.close())
for (const statement of memberStatements(10_000, 100)) await db.asOwner(statement)
const [clinic] = await db.asOwner<{ id: string }>(`select id from clinics where subdomain = 'members-0'`)
const clinicId = clinic?.id ?? ''

/** Rows read by a step, by table: `scanned` without an index. Empty tables are always scanned. */
const read = (step: (tx: Tx) => Promise<unknown>) =>
  db.transactions.withSystem('plans', async (tx) => {
    const before = await counters(tx)
    await step(tx)
    const after = await counters(tx)
    const since = (name: string, of: 'scanned' | 'fetched') =>
      (after.get(name)?.[of] ?? 0) - (before.get(name)?.[of] ?? 0)
    return {
      scanned: [...after.keys()].filter((name) => since(name, 'scanned') > 0),
      lines: since('member_entries', 'scanned') + since('member_entries', 'fetched'),
    }
  })

async function counters(tx: Tx) {
  const { rows } = await sql<{ name: string; scanned: number; fetched: number }>`
    select relname as name, seq_tup_read::integer as scanned, coalesce(idx_tup_fetch, 0)::integer as fetched
      from pg_stat_xact_user_tables where schemaname in ('app', 'auth', 'public')`.execute(tx)
  return new Map(rows.map((row) => [row.name, row]))
}

const page = (tx: Tx, input: object, place = {}) =>
  listedMemberships(tx, clinicId, listMembersInput.parse(input), place, 26)

describe.each(questions)('$name', ({ input }) => {
  it('scans no table', async () => {
    const { scanned } = await read(async (tx) =>
      readMembers(tx, clinicId, await page(tx, input), { now: new Date(), seesMoney: true }),
    )
    expect(scanned).toEqual([])
  })
})

it.each([
  [{}, 30],
  [{ tab: 'pending' }, 1300],
  [{ search: 'anna' }, 1300],
  [{ search: '9999@example' }, 30],
  [{ search: 'qx' }, 30],
  [{ search: '0147' }, 30],
  [{ search: 'May 31 1990' }, 30],
  // By the list's order until a page is full, or by subscription: the planner selects the cheaper.
  [{ plan: planOfFew }, 1300],
  [{ payment: 'past_due' }, 5000],
])('reads for %j at most %i lines of 10,000', async (input, lines) => {
  expect((await read((tx) => page(tx, input))).lines).toBeLessThanOrEqual(lines)
})

it('a page in the middle reads no more than the first', async () => {
  const [middle] = await db.asOwner<{ id: string }>(
    `select membership_id as id from app.member_entries where clinic_id = $1 order by created_at desc offset 5000 limit 1`,
    [clinicId],
  )
  const first = await read((tx) => page(tx, {}))
  const after = await read((tx) => page(tx, {}, { after: middle?.id }))
  const before = await read((tx) => page(tx, {}, { before: middle?.id }))
  expect([after, before]).toEqual([first, first])
})
