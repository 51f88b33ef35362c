import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import { isOfReplica, type Replica, watchReplica } from './replica.ts'
import { type Caller, createTransactions } from './transactions.ts'

const visitor: Caller = { userId: null, sessionId: null, clinic: null, requestId: 'r1', address: null }

describe('a read that may be stale', () => {
  let primary: TestDatabase
  let other: TestDatabase
  beforeAll(async () => {
    primary = await openTestDatabase()
    other = await openTestDatabase()
    await primary.asOwner(`insert into clinics (name, subdomain) values ('Here', 'here')`)
    await other.asOwner(`insert into clinics (name, subdomain) values ('There', 'there')`)
  })
  afterAll(() => Promise.all([primary.close(), other.close()]))

  const transactionsWith = (isFresh: boolean) => {
    const replica: Replica = { database: other.database, isFresh: () => isFresh }
    return createTransactions(primary.database, undefined, replica)
  }
  const names = async (
    isFresh: boolean,
    { mayBeOld = true, caller = visitor }: { mayBeOld?: boolean; caller?: Caller } = {},
  ) => {
    const rows = await transactionsWith(isFresh).withActor(
      caller,
      (tx) => tx.selectFrom('clinics').select('name').execute(),
      { mayBeOld },
    )
    return rows.map(({ name }) => name)
  }

  it('is answered by a fresh replica, and by the database while the replica is behind', async () => {
    expect(await names(true)).toEqual(['There'])
    expect(await names(false)).toEqual(['Here'])
  })

  it('is answered by the database after the caller’s own write, and unless the request allows stale data', async () => {
    expect(await names(true, { caller: { ...visitor, hasJustWritten: true } })).toEqual(['Here'])
    expect(await names(true, { mayBeOld: false })).toEqual(['Here'])
  })

  it('of one statement follows the same rules', async () => {
    const read = (mayBeOld: boolean) =>
      transactionsWith(true).withStatement(
        visitor,
        { sql: 'select name from public.clinics', params: [] },
        (rows) => rows.map(({ name }) => name),
        { mayBeOld, readOnly: true },
      )
    expect(await read(true)).toEqual(['There'])
    expect(await read(false)).toEqual(['Here'])
  })

  it('writes nothing, on either server', async () => {
    for (const isFresh of [true, false])
      await expect(
        transactionsWith(isFresh).withActor(
          visitor,
          (tx) => tx.insertInto('leads').values({ email: 'a@b.test' }).execute(),
          { mayBeOld: true },
        ),
      ).rejects.toMatchObject({ code: '25006' })
  })

  it('falls back to the database when the replica is down, cancels the query, or lacks the session', async () => {
    for (const failure of [
      Object.assign(new Error('canceling statement due to conflict with recovery'), { code: '40001' }),
      Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
      new AppError('session_ended'),
    ]) {
      let tries = 0
      const answer = transactionsWith(true).withActor(
        visitor,
        async () => {
          tries += 1
          if (tries === 1) throw failure
          return 'answered'
        },
        { mayBeOld: true },
      )
      await expect(answer).resolves.toBe('answered')
    }
    expect(isOfReplica(new AppError('not_allowed'))).toBe(false)
    expect(isOfReplica(Object.assign(new Error('duplicate'), { code: '23505' }))).toBe(false)
  })
})

it('a replica is fresh for a second after it has caught up', async () => {
  let at = 0
  let isThere = true
  const answering = (row: () => object) => ({ query: async () => ({ rows: [row()] }) }) as never
  const watch = watchReplica(
    answering(() => ({ lsn: '0/1' })),
    answering(() => ({ there: isThere })),
    () => at,
  )
  await expect.poll(watch.isFresh).toBe(true)
  isThere = false
  await new Promise((resolve) => setTimeout(resolve, 350))
  at = 900
  expect(watch.isFresh()).toBe(true)
  at = 1_100
  expect(watch.isFresh()).toBe(false)
  isThere = true
  await expect.poll(watch.isFresh).toBe(true)
  watch.stop()
})
