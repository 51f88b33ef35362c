import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import type { Tx } from '../database/transactions.ts'
import { queriesOn } from './batched-queries.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const put = (tx: Tx, name: string) =>
  tx.insertInto('app.settings').values({ name, value: '1' }).returning('name').executeTakeFirstOrThrow()
const kept = () => db.asOwner<{ name: string }>('select name from app.settings order by name')

describe('queries of one transaction that are issued together', () => {
  it('each get their own answer, with values converted as usual', async () => {
    const bytes = Buffer.from([0, 1, 255])
    const at = new Date('2027-02-28T23:59:59.123Z')
    const answers = await db.transactions.withSystem('test', (tx) =>
      Promise.all([
        sql`select ${7}::int as small, ${9_007_199_254_740_991}::bigint as large, null::text as nothing`.execute(
          tx,
        ),
        sql`select ${at}::timestamptz as at, '2027-02-28'::date as day, encode(${bytes}::bytea, 'hex') as hex`.execute(
          tx,
        ),
        sql`select ${['a', 'b "c"']}::text[] as texts, ${JSON.stringify({ a: [1] })}::jsonb as json, ${true}::boolean as yes`.execute(
          tx,
        ),
        sql`select n from generate_series(1, 3) n`.execute(tx),
        sql`select where false`.execute(tx),
      ]),
    )
    const [numbers, times, others, many, none] = answers.map(({ rows }) => rows)
    expect(numbers).toEqual([{ small: 7, large: 9_007_199_254_740_991, nothing: null }])
    expect(times).toEqual([{ at, day: '2027-02-28', hex: '0001ff' }])
    expect(others).toEqual([{ texts: ['a', 'b "c"'], json: { a: [1] }, yes: true }])
    expect(many).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
    expect(none).toEqual([])
  })

  it('report how many rows each has written', async () => {
    const counts = await db.transactions.withSystem('test', async (tx) => {
      await Promise.all([put(tx, 'one'), put(tx, 'two'), put(tx, 'three')])
      const [changed, unchanged] = await Promise.all([
        tx
          .updateTable('app.settings')
          .set({ value: '2' })
          .where('name', 'in', ['one', 'two'])
          .executeTakeFirst(),
        tx.updateTable('app.settings').set({ value: '2' }).where('name', '=', 'nothing').executeTakeFirst(),
      ])
      return [changed.numUpdatedRows, unchanged.numUpdatedRows]
    })
    expect(counts).toEqual([2n, 0n])
    expect(await kept()).toEqual([{ name: 'one' }, { name: 'three' }, { name: 'two' }])
  })

  it('fail together: the error is that of the failed statement, and everything is rolled back', async () => {
    const before = await kept()
    const failing = db.transactions.withSystem('test', (tx) =>
      Promise.all([put(tx, 'four'), put(tx, 'one'), put(tx, 'five')]),
    )
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await kept()).toEqual(before)
    // the connection is still usable
    await db.transactions.withSystem('test', (tx) => Promise.all([put(tx, 'six'), put(tx, 'seven')]))
    expect(await kept()).toEqual([...before, { name: 'seven' }, { name: 'six' }].toSorted(byName))
  })

  it('commit nothing when an error was caught and ignored', async () => {
    const before = await kept()
    const forgetful = db.transactions.withSystem('test', async (tx) => {
      await put(tx, 'eight')
      await put(tx, 'one').catch(() => undefined)
      return 'all is well'
    })
    await expect(forgetful).rejects.toThrow()
    expect(await kept()).toEqual(before)
  })

  it('are refused after the end of their transaction', async () => {
    let leaked: Tx | undefined
    await db.transactions.withSystem('test', async (tx) => {
      leaked = tx
      await put(tx, 'nine')
    })
    await expect(put(leaked as Tx, 'ten')).rejects.toThrow()
    expect((await kept()).map(({ name }) => name)).not.toContain('ten')
  })
})

describe('statements before the first query', () => {
  const onClient = async <T>(sql: string, work: (queries: ReturnType<typeof queriesOn>) => Promise<T>) => {
    const client = await db.database.pool.connect()
    const queries = queriesOn(client, [{ sql, params: [] }])
    try {
      return await work(queries)
    } finally {
      await queries.end()
      client.release()
    }
  }

  it('run before it, and also without one', async () => {
    const read = await onClient("select set_config('carefold.first', 'one', false)", (queries) =>
      queries.query("select current_setting('carefold.first') as first", []),
    )
    expect(read.rows).toEqual([{ first: 'one' }])
    await onClient("select set_config('carefold.first', 'two', false)", async () => {})
    const after = await onClient('select 1', (queries) =>
      queries.query("select current_setting('carefold.first') as first", []),
    )
    expect(after.rows).toEqual([{ first: 'two' }])
  })

  it('let it fail for their own reason', async () => {
    const failing = onClient('select 1 / 0', (queries) => queries.query('select 1', []))
    await expect(failing).rejects.toMatchObject({ code: '22012' })
  })
})

const url = process.env.TEST_DATABASE_URL

it.skipIf(!url)('pending queries are awaited at the end, and further ones refused', async () => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const queries = queriesOn(client)
  const underWay = queries.query('select 1 as one', [])
  const ended = queries.end()
  await expect(queries.query('select 2 as two', [])).rejects.toThrow('after the end')
  await ended
  expect((await underWay).rows).toEqual([{ one: 1 }])
  await client.end()
})

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
