// Profiles by id: only of people who belong to a clinic whose team the caller is in (docs/threats.md T3; docs/specification.md B7).
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { UserProfile } from '#domain/memberships/memberships.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { type ActorName, actorNames } from '../tenant-escape/expectations.ts'
import { makeWorld } from '../tenant-escape/world.ts'

const db = await setUpDatabase()
const world = await makeWorld(db)

async function profiles(caller: Caller, ids: string[]): Promise<UserProfile[]> {
  return db.transactions.withActor(caller, async (tx) => {
    const { rows } = await sql<UserProfile>`select * from public.get_users_by_ids(${ids}::uuid[])`.execute(tx)
    return rows
  })
}

/** The people each actor may see. */
const clinicOne: ActorName[] = [
  'patient',
  'otherPatient',
  'member',
  'staff',
  'viewer',
  'delegate',
  'admin',
  'twoClinics',
  'deactivated',
  'pending',
  'banned',
]
const visible: Partial<Record<ActorName, ActorName[]>> = {
  member: clinicOne,
  staff: clinicOne,
  viewer: clinicOne,
  delegate: clinicOne,
  admin: clinicOne,
  // staff of clinic 1; as a patient of clinic 2 they see no one there
  twoClinics: clinicOne,
  // in clinic 2 the person of two clinics is a patient
  foreignAdmin: ['foreignAdmin', 'twoClinics'],
}

const refused: ActorName[] = ['visitor', 'guardian', 'limitedGuardian']

describe.each(actorNames.filter((name) => ![...refused, 'service', 'banned'].includes(name)))(
  '%s',
  (actor) => {
    it.each([...clinicOne, 'foreignAdmin', 'removed', 'outsider'])('requests %s', async (asked) => {
      const caller = world.callers[actor] as Caller
      const id = world.people[asked as ActorName]?.userId ?? ''
      const seen = (await profiles(caller, [id])).map((profile) => profile.id)
      expect(seen).toEqual(visible[actor]?.includes(asked as ActorName) ? [id] : [])
    })
  },
)

it.each(refused)('%s may not call it', async (actor) => {
  await expect(profiles(world.callers[actor] as Caller, [])).rejects.toMatchObject({ code: '42501' })
})

it('a banned person cannot call it', async () => {
  await expect(profiles(world.callers.banned as Caller, [])).rejects.toMatchObject({ code: 'session_ended' })
})

// spec: B7 get_users_by_ids returns the known ids
it('returns up to 100 ids, refuses 101, and leaves out unknown ones', async () => {
  const ids = Array.from({ length: 99 }, () => crypto.randomUUID())
  const admin = world.callers.admin as Caller
  const known = world.people.patient?.userId ?? ''
  expect((await profiles(admin, [...ids, known])).map(({ id }) => id)).toEqual([known])
  await expect(profiles(admin, [...ids, known, crypto.randomUUID()])).rejects.toMatchObject({ code: '22023' })
})

it('shows names, address and picture, and nothing else of the account', async () => {
  const patient = await aPatient(db, world.clinics.one, {
    name: 'Dana Whitfield',
    metadata: {
      first_name: 'Dana',
      last_name: 'Whitfield',
      avatar_url: 'https://files.example.test/dana.webp',
      userType: 'patient',
      allergies: 'penicillin',
    },
  })
  expect(await profiles(world.callers.admin as Caller, [patient.userId])).toEqual([
    {
      id: patient.userId,
      email: patient.email,
      raw_user_meta_data: {
        first_name: 'Dana',
        last_name: 'Whitfield',
        name: 'Dana Whitfield',
        full_name: 'Dana Whitfield',
        avatar_url: 'https://files.example.test/dana.webp',
      },
    },
  ])
})

it('shows a picture only with a web address', async () => {
  const patient = await aPatient(db, world.clinics.one, { metadata: { avatar_url: 'javascript:alert(1)' } })
  const [profile] = await profiles(world.callers.admin as Caller, [patient.userId])
  expect(profile?.raw_user_meta_data.avatar_url).toBeNull()
})

it('a clinic cannot learn a stranger’s name by typing their address into its join form', async () => {
  const stranger = await aPatient(db, world.clinics.two, { name: 'Real Name' })
  await db.asOwner(
    `insert into clinic_memberships (clinic_id, user_id, role, status) values ($1, $2, 'patient', 'pending')`,
    [world.clinics.one.id, stranger.userId],
  )
  await db.asOwner(
    `insert into patients (clinic_id, user_id, full_name, email) values ($1, $2, 'As Typed', $3)`,
    [world.clinics.one.id, stranger.userId, stranger.email],
  )
  const admin = world.callers.admin as Caller
  const typed = [{ raw_user_meta_data: { full_name: 'As Typed', name: 'As Typed', first_name: null } }]
  expect(await profiles(admin, [stranger.userId])).toMatchObject(typed)
  // nor when the clinic activates the stranger itself
  await db.asOwner(`update clinic_memberships set status = 'active' where clinic_id = $1 and user_id = $2`, [
    world.clinics.one.id,
    stranger.userId,
  ])
  expect(await profiles(admin, [stranger.userId])).toMatchObject(typed)
})
