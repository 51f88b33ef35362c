import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPGlitePool } from '#testing/database/pglite-pool.ts'
import { ConfigError } from '../config/config-error.ts'
import { openPGlite } from './database.ts'
import { type Migration, migrate, type OwnerConnection, ownerOfPGlite, readMigrations } from './migrations.ts'

const migration = (name: string, sql: string, checksum = name): Migration => ({ name, sql, checksum })
const first = migration('0001_a.sql', 'create role system nologin; create table public.a (id int)')
const second = migration('0002_b.sql', 'create table public.b (id int)')

const borrowEmpty = createPGlitePool(async () => (await openPGlite({}, 'owner')).pglite)

describe('migrations', () => {
  let pglite: PGlite
  let owner: OwnerConnection
  beforeEach(async () => {
    pglite = await borrowEmpty()
    owner = ownerOfPGlite(pglite)
  })
  afterEach(() => pglite.close())

  it('apply missing ones in order, once', async () => {
    expect(await migrate(owner, [first])).toEqual(['0001_a.sql'])
    expect(await migrate(owner, [first, second])).toEqual(['0002_b.sql'])
    expect(await migrate(owner, [first, second])).toEqual([])
  })

  it('undo one that fails half-way', async () => {
    await migrate(owner, [first])
    const broken = migration('0002_b.sql', 'create table public.b (id int); select no_such_column')
    await expect(migrate(owner, [first, broken])).rejects.toThrow('no_such_column')
    expect(await owner.query(`select to_regclass('public.b')::text as b`)).toEqual([{ b: null }])
    expect(await migrate(owner, [first, second])).toEqual(['0002_b.sql'])
  })

  it('change rows in batches, and resume after an interruption', async () => {
    await migrate(owner, [
      first,
      migration('0002_b.sql', 'insert into public.a select generate_series(1, 25)'),
    ])
    const sql = `-- in batches
      with next as (select id from public.a where id > 0 limit 10),
           moved as (update public.a set id = -a.id from next where a.id = next.id returning 1)
      select count(*) as changed from moved`
    const all = [first, migration('0002_b.sql', 'insert into public.a select generate_series(1, 25)')]
    let steps = 0
    const dying: OwnerConnection = {
      execute: owner.execute,
      query: (statement) => {
        if (statement === sql && ++steps === 2) throw new Error('killed')
        return owner.query(statement)
      },
    }
    const waiting = () => owner.query('select count(*)::int as count from public.a where id > 0')
    await expect(migrate(dying, [...all, migration('0003_c.sql', sql)])).rejects.toThrow('killed')
    expect(await waiting()).toEqual([{ count: 15 }])
    expect(await migrate(owner, [...all, migration('0003_c.sql', sql)])).toEqual(['0003_c.sql'])
    expect(await waiting()).toEqual([{ count: 0 }])
  })

  it('run statements one by one outside a transaction, and repeat all of them after an interruption', async () => {
    const sql = `-- one by one
      -- an index; nobody waits for it
      drop index concurrently if exists public.a_id_key;
      create unique index concurrently a_id_key on public.a (id);
      alter table public.a add column if not exists note text`
    const all = [first, migration('0002_b.sql', sql)]
    const dying: OwnerConnection = {
      query: owner.query,
      execute: (statement) => {
        if (statement.startsWith('alter table public.a')) throw new Error('killed')
        return owner.execute(statement)
      },
    }
    await expect(migrate(dying, all)).rejects.toThrow('killed')
    expect(await migrate(owner, all)).toEqual(['0002_b.sql'])
    expect(
      await owner.query(`select indisvalid from pg_index where indexrelid = 'public.a_id_key'::regclass`),
    ).toEqual([{ indisvalid: true }])
    expect(await owner.query('show lock_timeout')).toEqual([{ lock_timeout: '0' }])
  })

  it('release their lock when a table is in use, and retry', async () => {
    const attempts: string[] = []
    const busy: OwnerConnection = {
      query: owner.query,
      execute: async (sql) => {
        if (sql.startsWith(second.sql) && attempts.push(sql) < 3)
          throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
        await owner.execute(sql)
      },
    }
    expect(await migrate(busy, [first, second])).toEqual(['0001_a.sql', '0002_b.sql'])
    expect(attempts).toHaveLength(3)
    expect(await owner.query('show lock_timeout')).toEqual([{ lock_timeout: '0' }])
  })

  it('refuse to continue when an applied one was edited or removed', async () => {
    await migrate(owner, [first, second])
    await expect(migrate(owner, [first, { ...second, checksum: 'other' }])).rejects.toThrow('was edited')
    await expect(migrate(owner, [first])).rejects.toThrow('its file is gone')
  })

  it.each(['0002_create_audit_log.sql', '0004_create_request_entry.sql'])(
    'refuse a database from before the first release, which has %s, in one sentence that says what to do',
    async (name) => {
      await migrate(owner, [first, migration(name, 'select 1')])
      const refused = await migrate(owner, [{ ...first, checksum: 'other' }]).catch((error) => error)
      expect(refused).toBeInstanceOf(ConfigError)
      expect(refused.message).toMatch(
        /^The database was made before version 0\.3\.0, .*\.data\/db.*DATABASE_URL[^.]*\.$/,
      )
    },
  )
})

it('all of the product need an owner who may create roles, not a superuser', async () => {
  const pglite = await borrowEmpty()
  try {
    await pglite.exec(`create role carefold_owner login createrole;
      alter database postgres owner to carefold_owner;
      alter schema public owner to pg_database_owner;
      set session authorization carefold_owner`)
    const all = readMigrations()
    const applied = await migrate(ownerOfPGlite(pglite), all)
    expect(applied).toHaveLength(all.length)
  } finally {
    await pglite.close()
  }
}, 60_000)

it('a migration has the same checksum whatever the line ends of its file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carefold-migrations-'))
  try {
    writeFileSync(join(folder, '0001_a.sql'), 'select 1;\nselect 2;\n')
    writeFileSync(join(folder, '0002_b.sql'), 'select 1;\r\nselect 2;\r\n')
    const [unix, windows] = readMigrations(folder)
    expect(windows?.checksum).toBe(unix?.checksum)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
