import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { setUpDatabase } from '#testing/set-up.ts'
import { asSystem, type Caller } from './transactions.ts'

const db = await setUpDatabase()

const visitor: Caller = { userId: null, sessionId: null, clinic: null, requestId: 'r1', address: null }

describe('transactions', () => {
  it('refuses a query outside of an entered transaction', async () => {
    await expect(db.database.kysely.selectFrom('clinics').selectAll().execute()).rejects.toThrow(
      /permission denied/,
    )
  })

  it('runs a visitor’s queries as anon, and leaves no settings behind', async () => {
    const role = await db.transactions.withActor(visitor, async (tx, actor) => {
      const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(tx)
      return [actor.databaseRole, rows[0]?.role]
    })
    expect(role).toEqual(['anon', 'anon'])
    const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(
      db.database.kysely,
    )
    expect(rows[0]?.role).toBe('carefold_login')
  })

  it('refuses a caller whose session does not exist', async () => {
    const caller = { ...visitor, userId: crypto.randomUUID(), sessionId: crypto.randomUUID() }
    await expect(db.transactions.withActor(caller, async () => 1)).rejects.toMatchObject({
      code: 'session_ended',
    })
  })

  it('refuses a nested transaction instead of waiting forever', async () => {
    await expect(
      db.transactions.withSystem('outer', () => db.transactions.withSystem('inner', async () => 1)),
    ).rejects.toThrow('opened inside')
  })

  it('writes nothing in a read-only transaction', async () => {
    await expect(
      db.transactions.withActor(
        visitor,
        (tx) => tx.insertInto('leads').values({ email: 'a@b.test' }).execute(),
        {
          readOnly: true,
        },
      ),
    ).rejects.toThrow(/read-only transaction/)
  })

  it.each([
    [{}, 'on'],
    // PGlite has no process that would write it later
    [{ asyncCommit: true }, process.env.TEST_DATABASE_URL ? 'off' : 'on'],
  ])('waits for the disk unless asyncCommit is set, on a server: %o', async (limits, setting) => {
    const statement = { sql: `select current_setting('synchronous_commit') as setting`, params: [] }
    const [row] = await db.transactions.withStatement(visitor, statement, (rows) => rows, limits)
    expect(row).toEqual({ setting })
  })

  it('uses UTC, whatever the time zone of the database', async () => {
    await db.asOwner(`set timezone to 'America/New_York'`)
    const statement = {
      sql: `select '2026-02-01T00:00:00Z'::timestamptz + interval '2 months' as later`,
      params: [],
    }
    try {
      const [asked] = await db.transactions.withStatement(visitor, statement, (rows) => rows)
      const ofServer = await db.transactions.withSystem('test', async (tx) => {
        const { rows } = await sql<{
          later: string
        }>`select (${sql.raw(statement.sql)})::text as later`.execute(tx)
        return rows[0]?.later
      })
      expect([asked, ofServer]).toEqual([{ later: '2026-04-01 00:00:00+00' }, '2026-04-01 00:00:00+00'])
    } finally {
      await db.asOwner('reset timezone')
    }
  })

  it('steps up to system and returns to the caller’s role', async () => {
    const seen = await db.transactions.withActor(visitor, async (tx) => {
      await asSystem(tx, (system) => system.selectFrom('auth.users').select('id').execute())
      const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(tx)
      return rows[0]?.role
    })
    expect(seen).toBe('anon')
  })

  it('rolls back the writes of a failed call', async () => {
    await expect(
      db.transactions.withSystem('test', async (tx) => {
        await tx.insertInto('app.settings').values({ name: 'left', value: '1' }).execute()
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await db.asOwner('select * from app.settings')).toEqual([])
  })
})
