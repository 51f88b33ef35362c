import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { control, FailedPipeline, neverPrepare, sendTogether } from './pipeline.ts'

const url = process.env.TEST_DATABASE_URL

describe.skipIf(!url)('statements that are sent together', () => {
  let client: pg.Client
  beforeAll(async () => {
    client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('create temp table notes (number int primary key, note text)')
  })
  afterAll(() => client.end())

  const insert = (number: number) => ({
    sql: 'insert into notes values ($1::text::int, $2) returning note',
    params: [String(number), `note ${number}`],
  })
  const count = async () => {
    const [rows] = await sendTogether(client, [{ sql: 'select count(*) as notes from notes', params: [] }])
    return Number(rows?.[0]?.notes)
  }
  const preparedNow = async () =>
    Number(
      (await client.query('select count(*) as n from pg_prepared_statements where not from_sql')).rows[0].n,
    )

  test('leave nothing prepared behind a pooler', async () => {
    const pooled = new pg.Client({ connectionString: url })
    await pooled.connect()
    neverPrepare(pooled)
    const one = { sql: 'select $1::text as text', params: ['a'] }
    for (let time = 0; time < 3; time++)
      expect(await sendTogether(pooled, [one, one])).toEqual([[{ text: 'a' }], [{ text: 'a' }]])
    const { rows } = await pooled.query(
      'select count(*)::int as n from pg_prepared_statements where not from_sql',
    )
    expect(rows).toEqual([{ n: 0 }])
    await pooled.end()
  })

  test('return the rows of each, as text', async () => {
    const answers = await sendTogether(client, [
      { sql: 'select 1 as one, null as nothing, true as yes', params: [] },
      { sql: 'select n from generate_series(1, 3) n', params: [] },
      { sql: 'select where false', params: [] },
    ])
    expect(answers).toEqual([
      [{ one: '1', nothing: null, yes: 't' }],
      [{ n: '1' }, { n: '2' }, { n: '3' }],
      [],
    ])
  })

  test('are one transaction: an error rolls back the statements before it', async () => {
    const before = await count()
    const failed = sendTogether(client, [insert(1), insert(2), insert(1), insert(3)])
    await expect(failed).rejects.toBeInstanceOf(FailedPipeline)
    await expect(failed).rejects.toMatchObject({
      earlier: [{ rows: [{ note: 'note 1' }] }, { rows: [{ note: 'note 2' }] }],
      cause: { code: '23505' },
    })
    expect(await count()).toBe(before)
  })

  test('apply a setting to the whole transaction and no longer', async () => {
    const answers = await sendTogether(client, [
      { sql: `select set_config('app.trip', $1, true)`, params: ['here'] },
      { sql: `select current_setting('app.trip', true) as trip`, params: [] },
    ])
    expect(answers[1]).toEqual([{ trip: 'here' }])
    const [after] = await sendTogether(client, [
      { sql: `select current_setting('app.trip', true) as trip`, params: [] },
    ])
    expect(after).toEqual([{ trip: '' }])
  })

  test('leave the transaction open after a begin', async () => {
    const before = await count()
    await sendTogether(client, [control.begin, insert(10)])
    expect(await count()).toBe(before + 1)
    await sendTogether(client, [control.rollback])
    expect(await count()).toBe(before)
  })

  test('are prepared when used again, and still work after an error', async () => {
    const before = await preparedNow()
    for (let number = 20; number < 24; number++) await sendTogether(client, [insert(number)])
    expect(await preparedNow()).toBe(before + 1)
    await expect(sendTogether(client, [insert(20)])).rejects.toBeInstanceOf(FailedPipeline)
    expect(await sendTogether(client, [insert(24)])).toEqual([[{ note: 'note 24' }]])
    expect(await sendTogether(client, [insert(25)])).toEqual([[{ note: 'note 25' }]])
  })

  test('leave at most two hundred prepared on the server', async () => {
    for (let number = 0; number < 500; number++) {
      const statement = { sql: `select ${number} as number`, params: [] }
      await sendTogether(client, [statement])
      expect(await sendTogether(client, [statement])).toEqual([[{ number: String(number) }]])
    }
    expect(await preparedNow()).toBeLessThanOrEqual(201)
  })
})
