// A person's own sign-ins (docs/specification.md B2.6 "View History").
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { setUpDatabase } from '#testing/set-up.ts'
import { aSignedInPerson, aVisitor } from '#testing/sign-in/people.ts'

const db = await setUpDatabase()
const person = await aSignedInPerson(db)
const other = await aSignedInPerson(db)
await db.transactions.withSystem(
  'test: sign-ins',
  async (tx) => {
    for (const [action, userId] of [
      ['auth.login', person.userId],
      ['auth.login_failed', person.userId],
      ['auth.token_refreshed', person.userId],
      ['auth.login', other.userId],
    ]) {
      await sql`select app.record_audit(${action}, 'user', ${userId}, '{"provider": "email"}', null)`.execute(
        tx,
      )
    }
  },
  { address: '192.0.2.7' },
)

it('lists the caller’s sign-ins and refused attempts, newest first, and no other user’s', async () => {
  const rows = await db.transactions.withActor(person.caller(), async (tx) => {
    const read = sql`select was_refused, method, address from sign_ins_for_me()`
    return (await read.execute(tx)).rows
  })
  expect(rows).toEqual([
    { was_refused: true, method: 'email', address: '192.0.2.7' },
    { was_refused: false, method: 'email', address: '192.0.2.7' },
  ])
})

it('is closed to visitors', async () => {
  await expect(
    db.transactions.withActor(aVisitor(), (tx) => sql`select from sign_ins_for_me()`.execute(tx)),
  ).rejects.toMatchObject({ code: '42501' })
})
