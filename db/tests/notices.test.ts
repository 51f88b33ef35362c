// Notices to team members: own rows only, one per fact, by the user's choice at the time, and none for former members.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic, aMembershipOf, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'

const db = await setUpDatabase()
const clinic = await aClinic(db)
const other = await aClinic(db)
const patient = await aPatient(db, clinic)

function notify(
  { userId }: { userId: string },
  {
    at = clinic,
    event = 'task_assignments',
    kind = 'task_assigned',
    key = crypto.randomUUID() as string,
  } = {},
): Promise<boolean> {
  return db.transactions.withSystem('test: notify', async (tx) => {
    const { rows } = await sql<{ heard: boolean }>`
      select app.notify_person(${at.id}::uuid, ${userId}::uuid, ${event}, ${kind}, ${key}, null, null, '{}', now()) as heard`.execute(
      tx,
    )
    return rows[0]?.heard ?? false
  })
}

async function listOf(person: Member, at = clinic): Promise<string[]> {
  const rows = await db.transactions.withActor(person.caller(at), (tx) =>
    tx.selectFrom('user_notices').select(['user_id', 'clinic_id', 'channel']).execute(),
  )
  for (const row of rows) expect(row).toMatchObject({ user_id: person.userId, clinic_id: at.id })
  return rows.map(({ channel }) => channel)
}

it('is read by its person only, in its clinic only', async () => {
  const ann = await aStaffMember(db, clinic)
  await aMembershipOf(db, ann, other, { role: 'admin' })
  await notify(ann)
  await notify(ann, { at: other })
  await notify(clinic.admin)
  expect(await listOf(ann)).toEqual(['in_app'])
  expect(await listOf(ann, other)).toEqual(['in_app'])
  expect(await listOf(clinic.admin)).toEqual(['in_app'])
  await expect(listOf(patient)).rejects.toThrow('permission denied')
  await expect(
    db.transactions.withActor(ann.caller(), (tx) =>
      tx.updateTable('user_notices').set({ read_at: new Date() }).execute(),
    ),
  ).rejects.toThrow('permission denied')
})

it('notifies each user of a fact once, however often it is reported', async () => {
  const [ann, ben] = [await aStaffMember(db, clinic), await aStaffMember(db, clinic)]
  const key = crypto.randomUUID()
  expect(await notify(ann, { key })).toBe(true)
  expect(await notify(ann, { key })).toBe(false)
  expect(await notify(ben, { key })).toBe(true)
  expect((await Promise.all([notify(ben), notify(ben)])).filter(Boolean)).toHaveLength(2)
})

it('notifies no user who is not, or is no longer, on the team', async () => {
  const gone = await aStaffMember(db, clinic)
  await db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [gone.membershipId])
  const waiting = await aStaffMember(db, clinic, { status: 'pending' })
  for (const person of [gone, waiting, patient, other.admin]) expect(await notify(person)).toBe(false)
  expect(
    await db.asOwner('select id from user_notices where user_id = any($1)', [
      [gone.userId, waiting.userId, patient.userId, other.admin.userId],
    ]),
  ).toEqual([])
})

it('follows the person’s choice: in the app, by mail, or not at all', async () => {
  const ann = await aStaffMember(db, clinic)
  // the specified defaults
  expect(await notify(ann, { event: 'important_alerts', kind: 'security_changed' })).toBe(true)
  expect(await listOf(ann)).toEqual(['email'])
  await db.asOwner(
    `insert into notice_preferences (clinic_id, user_id, task_assignments, important_alerts, updated_at)
     values ($1, $2, 'none', 'in_app', now())`,
    [clinic.id, ann.userId],
  )
  const key = crypto.randomUUID()
  expect(await notify(ann, { key })).toBe(false)
  expect(await notify(ann, { event: 'important_alerts', kind: 'security_changed' })).toBe(true)
  expect((await listOf(ann)).sort()).toEqual(['email', 'in_app'])
  // an old fact that is found again after a changed choice causes no notice
  await db.asOwner(`update notice_preferences set task_assignments = 'in_app' where user_id = $1`, [
    ann.userId,
  ])
  expect(await notify(ann, { key })).toBe(false)
})
