// Two at once. PGlite's single connection runs them one after the other, TEST_DATABASE_URL side by side
// (docs/threats.md T26).
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { setUpDatabase } from '#testing/set-up.ts'
import {
  aClinic,
  anInvitation,
  aSignedInPerson,
  aStaffMember,
  type Member,
  type Person,
} from '#testing/sign-in/people.ts'

const db = await setUpDatabase()

const rounds = Array.from({ length: 25 }, (_, index) => index)

async function codes(attempts: Promise<unknown>[]): Promise<unknown[]> {
  const outcomes = await Promise.allSettled(attempts)
  return outcomes
    .map((outcome) => (outcome.status === 'fulfilled' ? 'done' : (outcome.reason as { code: string }).code))
    .sort()
}

function accept(person: Person, clinicId: string): Promise<unknown> {
  return db.transactions.withActor(person.caller(), (tx) =>
    sql`insert into public.clinic_memberships (user_id, clinic_id, role, status)
        values (${person.userId}, ${clinicId}, 'member', 'active')`.execute(tx),
  )
}

function remove(by: Member, membershipId: string): Promise<unknown> {
  return db.transactions.withActor(by.caller(), (tx) =>
    sql`delete from public.clinic_memberships where id = ${membershipId}`.execute(tx),
  )
}

function deactivate(by: Member, membershipId: string): Promise<unknown> {
  return db.transactions.withActor(by.caller(), (tx) =>
    sql`update public.clinic_memberships set status = 'invited' where id = ${membershipId}`.execute(tx),
  )
}

/** No client may change a role: the server does it, as an action would. */
function demote(_by: Member, membershipId: string): Promise<unknown> {
  return db.transactions.withSystem('test: demote', (tx) =>
    tx.updateTable('clinic_memberships').set({ role: 'staff' }).where('id', '=', membershipId).execute(),
  )
}

it('two simultaneous acceptances of one invitation create one row, in 25 rounds', async () => {
  const clinic = await aClinic(db)
  for (const _ of rounds) {
    const person = await aSignedInPerson(db)
    await anInvitation(db, clinic, { email: person.email })
    const outcomes = await codes([accept(person, clinic.id), accept(person, clinic.id)])
    expect(outcomes).toEqual(['23505', 'done'])
    expect(
      await db.asOwner('select status from clinic_memberships where clinic_id = $1 and user_id = $2', [
        clinic.id,
        person.userId,
      ]),
    ).toEqual([{ status: 'active' }])
  }
})

it.each([
  { name: 'remove each other', step: remove, whom: 'the other' },
  { name: 'leave', step: remove, whom: 'themself' },
  { name: 'deactivate each other', step: deactivate, whom: 'the other' },
  { name: 'are demoted by the server', step: demote, whom: 'the other' },
])('one of two last admins who $name at once stays, in 25 rounds', async ({ step, whom }) => {
  for (const _ of rounds) {
    const clinic = await aClinic(db)
    await db.asOwner('update clinic_memberships set is_owner = false where clinic_id = $1', [clinic.id])
    const first = clinic.admin
    const second = await aStaffMember(db, clinic, { role: 'admin' })
    const outcomes = await codes([
      step(first, (whom === 'the other' ? second : first).membershipId),
      step(second, (whom === 'the other' ? first : second).membershipId),
    ])
    const left = await db.asOwner(
      `select id from clinic_memberships
        where clinic_id = $1 and role = 'admin' and status = 'active' and ended_at is null`,
      [clinic.id],
    )
    expect(left).toHaveLength(1)
    expect(outcomes).toContain('done')
  }
})

it('an invitation accepted while the clinic removes it is either accepted or removed, in 25 rounds', async () => {
  const clinic = await aClinic(db)
  for (const _ of rounds) {
    const person = await aSignedInPerson(db)
    const { membershipId } = await anInvitation(db, clinic, { email: person.email })
    await codes([accept(person, clinic.id), remove(clinic.admin, membershipId)])
    const rows = await db.asOwner<{ ended: boolean; accepted: boolean }>(
      `select m.ended_at is not null as ended, m.user_id is not null as accepted from clinic_memberships m
        where m.id = $1`,
      [membershipId],
    )
    // removed before or after it was accepted; never open and not accepted
    expect(rows).toHaveLength(1)
    expect(rows[0]?.ended || rows[0]?.accepted).toBe(true)
  }
})
