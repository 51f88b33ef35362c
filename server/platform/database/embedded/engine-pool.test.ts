import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { control, sendTogether } from '../../pipeline/pipeline.ts'
import { databaseOn, withClient } from '../database.ts'

const pglite = await PGlite.create()
await pglite.exec('create table numbers (n int primary key)')
const database = databaseOn(pglite)
beforeEach(() => database.script('truncate numbers'))
afterAll(() => database.close())

const insert = (n: number) => ({ sql: 'insert into numbers values ($1::text::int)', params: [String(n)] })
const count = async () => (await database.pool.query('select count(*) as n from numbers')).rows[0].n

describe('node-postgres on PGlite', () => {
  it('reports an error in the middle of a pipeline once, and continues', async () => {
    await withClient(database.pool, async (client) => {
      const failing = sendTogether(client, [insert(1), insert(1), insert(2)])
      await expect(failing).rejects.toMatchObject({ cause: { code: '23505' }, earlier: [{ rowCount: 1 }] })
      await sendTogether(client, [insert(3)])
    })
    expect(await count()).toBe(1)
  })

  it('returns an answer larger than the engine’s buffers', async () => {
    const { rows } = await database.pool.query(
      `select n, repeat('x', 1000) as text from generate_series(1, 20000) n`,
    )
    expect(rows).toHaveLength(20_000)
    expect(rows.every(({ n, text }, index) => n === index + 1 && text.length === 1000)).toBe(true)
  })

  it('accepts a parameter of several megabytes', async () => {
    const { rows } = await database.pool.query('select length($1::bytea) as n', [Buffer.alloc(5_000_000, 1)])
    expect(rows).toEqual([{ n: 5_000_000 }])
  })

  it('runs one transaction at a time', async () => {
    const other = await withClient(database.pool, async (client) => {
      await sendTogether(client, [control.begin, insert(1)])
      const later = database.pool.query(
        'select pg_current_xact_id_if_assigned() as id, count(*) from numbers',
      )
      await sendTogether(client, [insert(2)])
      await sendTogether(client, [{ sql: 'commit', params: [] }])
      return { later }
    })
    expect((await other.later).rows).toEqual([{ id: null, count: 2 }])
  })

  it('leaves no session state for the next connection', async () => {
    const heard: string[] = []
    const statement = { sql: 'select $1::text as text', params: ['a'] }
    const client = await database.pool.connect()
    client.on('notification', ({ payload }) => heard.push(payload ?? ''))
    await client.query('listen news')
    // prepared at its second use
    for (let time = 0; time < 3; time++) await sendTogether(client, [statement])
    await sendTogether(client, [control.begin, insert(1)])
    client.release(new Error('broken'))
    await withClient(database.pool, async (next) => {
      for (let time = 0; time < 3; time++)
        expect(await sendTogether(next, [statement])).toEqual([[{ text: 'a' }]])
      await next.query(`notify news, 'secret'`)
    })
    expect(await count()).toBe(0)
    expect(heard).toEqual([])
  })

  it('delivers notifications at the commit, until the listener stops', async () => {
    const heard: string[] = []
    const stop = await database.listen('odd "name"', (payload) => heard.push(payload))
    await withClient(database.pool, async (client) => {
      await client.query('begin')
      await client.query(`select pg_notify('odd "name"', 'one')`)
      expect(heard).toEqual([])
      await client.query('commit')
    })
    await expect.poll(() => heard).toEqual(['one'])
    await stop()
    await database.pool.query(`select pg_notify('odd "name"', 'two')`)
    expect(heard).toEqual(['one'])
  })
})
