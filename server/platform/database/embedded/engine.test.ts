import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../log.ts'
import { openEmbedded } from '../database.ts'
import { ensureMigratedDump } from '../migrated-pglite.ts'
import { type Caller, createTransactions, type Transactions } from '../transactions.ts'

const folder = mkdtempSync(join(tmpdir(), 'carefold-engine-'))
const logged: string[] = []
const log = createLogger('info', (line) => logged.push(JSON.parse(line).event))

let dump: Blob
let database: Awaited<ReturnType<typeof openEmbedded>>
let transactions: Transactions
beforeAll(async () => {
  dump = new Blob([new Uint8Array(readFileSync(await ensureMigratedDump()))])
  database = await openEmbedded({ folder: join(folder, 'db'), dump }, { log, stackMebibytes: 4 })
  await database.owner.execute(`
    create table public.numbers (n int primary key);
    grant select, insert on public.numbers to system;
    create function public.spin() returns int language plpgsql as 'begin loop end loop; end';
    create function public.overflow() returns int language plpgsql 
      as 'begin return public.overflow(); end';
    grant execute on function public.spin(), public.overflow() to system, anon;`)
  await database.becomeLogin()
  transactions = createTransactions(database)
}, 120_000)
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const visitor: Caller = { userId: null, sessionId: null, clinic: null, requestId: 'r1', address: null }
const insert = (n: number) =>
  transactions.withSystem('test', (tx) => sql`insert into public.numbers values (${n})`.execute(tx))
const numbers = () =>
  transactions.withSystem('test', async (tx) => {
    const { rows } = await sql<{ n: number }>`select n from public.numbers order by n`.execute(tx)
    return rows.map(({ n }) => n)
  })
const spin = (timeoutMs: number) =>
  transactions.withActor(visitor, (tx) => sql`select public.spin()`.execute(tx), { timeoutMs })
const overflow = () => transactions.withActor(visitor, (tx) => sql`select public.overflow()`.execute(tx))

describe('the embedded database in its thread', () => {
  it('returns the values that a Postgres server returns', async () => {
    const at = new Date('2027-02-28T23:59:59.123Z')
    const row = await transactions.withSystem('test', async (tx) => {
      const { rows } = await sql`
        select ${9_007_199_254_740_991}::bigint as large, ${at}::timestamptz as at, '2027-02-28'::date as day,
               ${Buffer.from([0, 255])}::bytea as bytes, ${['a', 'b "c"']}::text[] as texts,
               ${{ toJSON: () => ({ a: [1] }) }}::jsonb as json, null::text as nothing`.execute(tx)
      return rows[0]
    })
    expect(row).toEqual({
      large: 9_007_199_254_740_991,
      at,
      day: '2027-02-28',
      bytes: Buffer.from([0, 255]),
      texts: ['a', 'b "c"'],
      json: { a: [1] },
      nothing: null,
    })
  })

  it('reports an error with Postgres’ fields, and continues', async () => {
    await insert(1)
    await expect(insert(1)).rejects.toMatchObject({
      severity: 'ERROR',
      code: '23505',
      constraint: 'numbers_pkey',
    })
    expect(await numbers()).toEqual([1])
  })

  it('commits nothing when an error was caught and ignored', async () => {
    const forgetful = transactions.withSystem('test', async (tx) => {
      await sql`insert into public.numbers values (2)`.execute(tx)
      await sql`select no_column`.execute(tx).catch(() => undefined)
    })
    await expect(forgetful).rejects.toThrow('rolled back')
    expect(await numbers()).toEqual([1])
  })
})

describe('a statement that takes too long', () => {
  it('is ended; others proceed, and committed rows remain', async () => {
    const written = insert(10)
    const spinning = spin(400)
    const after = insert(11)
    await written
    await expect(spinning).rejects.toMatchObject({ code: '57014', severity: 'ERROR' })
    await after
    expect(await numbers()).toEqual([1, 10, 11])
    expect(logged).toEqual(['database.engine_ended', 'database.engine_reopened'])
  }, 120_000)

  it('rolls back only its own transaction', async () => {
    const half = transactions.withActor(
      visitor,
      async (tx) => {
        await sql`select set_config('role', 'system', true)`.execute(tx)
        await sql`insert into public.numbers values (20)`.execute(tx)
        await sql`select public.spin()`.execute(tx)
      },
      { timeoutMs: 400 },
    )
    await expect(half).rejects.toMatchObject({ code: '57014' })
    expect(await numbers()).toEqual([1, 10, 11])
  }, 120_000)

  it('leaves the next transaction its own limit', async () => {
    await expect(spin(200)).rejects.toMatchObject({ code: '57014' })
    const slow = transactions.withSystem('test', (tx) =>
      sql`select count(*) from generate_series(1, 3000000)`.execute(tx),
    )
    await expect(slow).resolves.toBeDefined()
  }, 120_000)
})

// the small stack is exhausted before Postgres notices
describe('an engine that breaks', () => {
  it('is replaced: the statement fails, and the next succeeds', async () => {
    await insert(30)
    await expect(overflow()).rejects.toMatchObject({ code: 'XX000', severity: 'PANIC' })
    expect(await numbers()).toEqual([1, 10, 11, 30])
    await expect(insert(30)).rejects.toMatchObject({ code: '23505' })
  }, 120_000)

  it('is the login role again', async () => {
    await expect(sql`select * from auth.users`.execute(database.kysely)).rejects.toThrow(/permission denied/)
  })

  it('continues to notify, and reports that messages may have been lost', async () => {
    const heard: string[] = []
    const stop = await database.listen('test_channel', (payload) => heard.push(payload))
    await expect(overflow()).rejects.toMatchObject({ code: 'XX000' })
    await transactions.withSystem('test', (tx) => sql`select pg_notify('test_channel', 'again')`.execute(tx))
    await expect.poll(() => heard).toEqual(['', 'again'])
    await stop()
  }, 120_000)
})

it('with its default stack detects a statement that nests too deeply, and does not break', async () => {
  const other = await openEmbedded({ dump }, { log })
  const deep = `select ${'1+'.repeat(20_000)}1`
  await expect(other.owner.query(deep)).rejects.toMatchObject({ code: '54001', severity: 'ERROR' })
  expect(await other.owner.query('select 1 as one')).toEqual([{ one: 1 }])
  await other.close()
}, 120_000)

it('closes while a statement is stuck, and refuses later ones', async () => {
  const other = await openEmbedded({ dump }, { log })
  const spinning = other.owner.execute(`do 'begin loop end loop; end'`)
  const refused = expect(spinning).rejects.toMatchObject({ code: expect.stringMatching(/^57/) })
  await other.close()
  await refused
  await expect(other.owner.query('select 1')).rejects.toThrow('after calling end')
}, 120_000)
