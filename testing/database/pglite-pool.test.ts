import type { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
import { openMigratedPGlite } from '#server/platform/database/migrated-pglite.ts'
import { createPGlitePool } from './pglite-pool.ts'

let opened = 0
const borrow = createPGlitePool(async () => {
  opened++
  const { pglite } = await openMigratedPGlite()
  await pglite.exec(`
    set session authorization postgres;
    create role guest;
    create table note (id serial primary key, text text not null);
    insert into note (text) select repeat('a', n) from generate_series(1, 2000) n;
    set session authorization guest`)
  return pglite
})

/** Everything that could distinguish two databases. */
async function stateOf(pglite: PGlite) {
  const query = async (sql: string) => (await pglite.query(sql)).rows
  const session = await query(`select session_user, current_setting('test.mark', true) as mark`)
  await pglite.exec('set session authorization postgres')
  return {
    session,
    notes: await query('select count(*), sum(length(text)), max(id) from note'),
    sequence: await query('select last_value from note_id_seq'),
    relations: await query('select oid, relname, relfilenode, relpages from pg_class order by oid'),
    files: await query(
      `select name, size from pg_ls_dir('base/5') name, pg_stat_file('base/5/' || name) order by name`,
    ),
  }
}

async function workHard(pglite: PGlite): Promise<void> {
  await pglite.exec(`set session authorization postgres; set test.mark to 'x'`)
  await pglite.exec(`
    insert into note (text) select repeat('b', 1000) from generate_series(1, 5000);
    update note set text = 'c' where id < 500;
    create index on note (text);
    create table other as select * from note;
    alter table note add column at timestamptz;
    truncate other`)
  await pglite.exec('checkpoint')
  await pglite.exec('vacuum full other')
  await pglite.exec('drop table note')
  await expect(pglite.query('select 1 / 0')).rejects.toThrow('division by zero')
  await pglite.exec('begin; create table unfinished ()')
}

it('gives every borrower the same database, whatever the previous one changed', async () => {
  const first = await borrow()
  const before = await stateOf(first)
  await workHard(first)
  await first.close()
  for (let n = 0; n < 3; n++) {
    const next = await borrow()
    expect(await stateOf(next)).toEqual(before)
    await workHard(next)
    await next.close()
  }
  expect(opened).toBe(1)
})

it('lends another one while the first is out', async () => {
  const [one, two] = [await borrow(), await borrow()]
  await one.exec('set session authorization postgres; delete from note')
  expect((await stateOf(two)).notes).toMatchObject([{ count: 2000 }])
  await one.close()
  await two.close()
})

it('refuses a borrower that uses a closed one', async () => {
  const pglite = await borrow()
  expect(pglite.closed).toBe(false)
  await pglite.close()
  await pglite.close()
  expect(pglite.closed).toBe(true)
  expect(() => pglite.query('select 1')).toThrow('PGlite is closed')
})

it('waits for a running transaction', async () => {
  const pglite = await borrow()
  const done: string[] = []
  const work = pglite.transaction(async (tx) => {
    await tx.query('select 1')
    await tx.query('select 2')
    done.push('transaction')
  })
  await pglite.close()
  done.push('close')
  await work
  expect(done).toEqual(['transaction', 'close'])
})

it('delivers no notification of the next borrower to the previous one', async () => {
  const heard: string[] = []
  const first = await borrow()
  await first.listen('news', (text) => heard.push(`first ${text}`))
  await first.close()
  const second = await borrow()
  await second.exec(`notify news, 'not listening yet'`)
  await second.listen('news', (text) => heard.push(`second ${text}`))
  await second.exec(`notify news, 'b'`)
  await second.close()
  expect(heard).toEqual(['second b'])
})

it('discards one that has loaded another library', async () => {
  const before = opened
  const pglite = await borrow()
  await pglite.query(`select to_tsvector('english', 'running')`)
  await pglite.close()
  const [one, two] = [await borrow(), await borrow()]
  expect(opened).toBe(before + 1)
  await one.close()
  await two.close()
})
