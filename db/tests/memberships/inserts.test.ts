// The accept-invite screen inserts its own membership. These are the cases of docs/threats.md T4, 1.1 (a)-(d).
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import {
  aClinic,
  aMembershipOf,
  anInvitation,
  aPatient,
  aSignedInPerson,
  aVisitor,
  type Person,
  type TestClinic,
} from '#testing/sign-in/people.ts'

let clinic: TestClinic
const db = await setUpDatabase()
const other = await aClinic(db)
beforeEach(async () => {
  clinic = await aClinic(db)
})

type Row = Record<string, unknown>

/** The client's insert; gives the new row's role, or the code it was refused with. */
async function insert(caller: Caller, row: Row): Promise<string> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  const values = sql.join(Object.values(row).map((value) => sql`${value}`))
  try {
    return await db.transactions.withActor(caller, async (tx) => {
      const { rows } = await sql<{ role: string }>`
        insert into public.clinic_memberships (${columns}) values (${values}) returning *`.execute(tx)
      return rows[0]?.role ?? 'no row'
    })
  } catch (error) {
    return (error as { code: string }).code
  }
}

/** The call of the specification's client (docs/specification.md A4). */
const asSpecified = (person: Person): Row => ({
  user_id: person.userId,
  clinic_id: clinic.id,
  role: 'member',
  status: 'active',
})

function memberships(person: Person): Promise<Row[]> {
  return db.asOwner('select * from clinic_memberships where clinic_id = $1 and user_id = $2', [
    clinic.id,
    person.userId,
  ])
}

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour)

/** Every state of an invitation for the person who inserts. */
const states = {
  live: (person: Person) => anInvitation(db, clinic, { email: person.email }),
  none: async () => {},
  expired: (person: Person) => anInvitation(db, clinic, { email: person.email, expiresAt: ago(1) }),
  revoked: (person: Person) => anInvitation(db, clinic, { email: person.email, revokedAt: ago(1) }),
  used: (person: Person) => anInvitation(db, clinic, { email: person.email, acceptedAt: ago(1) }),
  'from another clinic': (person: Person) => anInvitation(db, other, { email: person.email }),
  'for another address': () => anInvitation(db, clinic, { email: `x-${crypto.randomUUID()}@example.test` }),
  'for an unconfirmed address': (person: Person) => anInvitation(db, clinic, { email: person.email }),
}
type State = keyof typeof states

describe.each(Object.keys(states) as State[])('invitation: %s', (state) => {
  it.each(['own', 'another user’s', 'no'])('insert for %s user id', async (whose) => {
    const person = await aSignedInPerson(db, { confirmed: state !== 'for an unconfirmed address' })
    const stranger = await aSignedInPerson(db)
    await states[state](person)
    const userId = { own: person.userId, 'another user’s': stranger.userId, no: null }[whose]

    const outcome = await insert(person.caller(), { ...asSpecified(person), user_id: userId })

    expect(outcome).toBe(state === 'live' && whose === 'own' ? 'member' : '42501')
    const rows = await memberships(person)
    expect(rows.filter((row) => row.status === 'active')).toHaveLength(outcome === 'member' ? 1 : 0)
    expect(await memberships(stranger)).toEqual([])
  })
})

const sentRoles = ['admin', 'staff', 'member', 'patient', 'owner'] as const

describe.each(['admin', 'staff', 'member', 'patient'] as const)('invited as %s', (invited) => {
  it.each(sentRoles)('a client that sends %s gets the invitation’s role or nothing', async (sent) => {
    const person = await aSignedInPerson(db)
    const invitation = await anInvitation(db, clinic, { email: person.email, role: invited })

    const outcome = await insert(person.caller(), { ...asSpecified(person), role: sent })

    const isTaken = sent === 'member' || sent === invited
    expect(outcome).toBe(isTaken ? invited : '42501')
    const [row] = await db.asOwner('select accepted_at is not null as used from invitations where id = $1', [
      invitation.id,
    ])
    expect(row).toEqual({ used: isTaken })
  })
})

describe.each(['active', 'pending', 'invited', 'ended'])('status %s', (status) => {
  it.each(['own', 'another user’s', 'no'])('for %s user id, with a live invitation', async (whose) => {
    const person = await aSignedInPerson(db)
    const stranger = await aSignedInPerson(db)
    await states.live(person)
    const userId = { own: person.userId, 'another user’s': stranger.userId, no: null }[whose]
    const outcome = await insert(person.caller(), { ...asSpecified(person), status, user_id: userId })
    expect(outcome).toBe(status === 'active' && whose === 'own' ? 'member' : '42501')
  })

  it.each(sentRoles)('as %s, without an invitation', async (role) => {
    const person = await aSignedInPerson(db)
    expect(await insert(person.caller(), { ...asSpecified(person), status, role })).toBe('42501')
    expect(await memberships(person)).toEqual([])
  })
})

it.each([
  { id: crypto.randomUUID() },
  { created_at: '2020-01-01T00:00:00Z' },
  { updated_at: '2020-01-01T00:00:00Z' },
  { is_owner: true },
  { is_read_only: false },
  { accepted_at: '2020-01-01T00:00:00Z' },
  { suspended_at: null },
  { ended_at: null },
])('a client may not set %o', async (extra) => {
  const person = await aSignedInPerson(db)
  await states.live(person)
  expect(await insert(person.caller(), { ...asSpecified(person), ...extra })).toBe('42501')
})

describe('only the invitation counts, not where the person is signed in', () => {
  it.each([
    ['on the main site', async () => null],
    ['in the clinic’s hub', async () => clinic],
    ['in another clinic’s hub, as its patient', async (p: Person) => join(p, 'patient')],
    ['in another clinic’s hub, as its staff', async (p: Person) => join(p, 'staff')],
    ['in another clinic’s hub, as its admin', async (p: Person) => join(p, 'admin')],
  ])('%s', async (_place, place) => {
    const person = await aSignedInPerson(db)
    const hub = await place(person)
    expect(await insert(person.caller(hub), asSpecified(person))).toBe('42501')
    await anInvitation(db, clinic, { email: person.email, role: 'staff' })
    expect(await insert(person.caller(hub), asSpecified(person))).toBe('staff')
  })

  async function join(person: Person, role: 'patient' | 'staff' | 'admin') {
    await aMembershipOf(db, person, other, { role })
    return other
  }

  it('a visitor inserts nothing', async () => {
    const person = await aSignedInPerson(db)
    await states.live(person)
    expect(await insert(aVisitor(clinic), asSpecified(person))).toBe('42501')
  })
})

describe('a present or former member of the clinic', () => {
  // spec: A4 A second insert of a membership is refused
  it('gets 23505 on a repeat, and one row stays', async () => {
    const person = await aSignedInPerson(db)
    await states.live(person)
    expect(await insert(person.caller(), asSpecified(person))).toBe('member')
    expect(await insert(person.caller(), asSpecified(person))).toBe('23505')
    expect(await memberships(person)).toHaveLength(1)
  })

  it('leaves one membership, with its id, when a join was pending', async () => {
    const patient = await aPatient(db, clinic, { status: 'pending' })
    await anInvitation(db, clinic, { email: patient.email, role: 'staff' })
    expect(await insert(patient.caller(), asSpecified(patient))).toBe('staff')
    const open = await db.asOwner(
      'select id, role, status from clinic_memberships where clinic_id = $1 and ended_at is null and not is_owner',
      [clinic.id],
    )
    expect(open).toEqual([{ id: patient.membershipId, role: 'staff', status: 'active' }])
  })

  it('can be promoted from patient to the team by a later invitation', async () => {
    const patient = await aPatient(db, clinic)
    await anInvitation(db, clinic, { email: patient.email, role: 'staff' })
    expect(await insert(patient.caller(), asSpecified(patient))).toBe('staff')
  })

  it('is not demoted by an old invitation', async () => {
    const person = await aSignedInPerson(db)
    await aMembershipOf(db, person, clinic, { role: 'admin' })
    await anInvitation(db, clinic, { email: person.email, role: 'patient' })
    expect(await insert(person.caller(), asSpecified(person))).toBe('23505')
  })

  it('stays deactivated, even with a live invitation', async () => {
    const patient = await aPatient(db, clinic, { suspended: true })
    await anInvitation(db, clinic, { email: patient.email, role: 'patient' })
    expect(await insert(patient.caller(), asSpecified(patient))).toBe('42501')
  })

  it('can return by a new invitation after a removal', async () => {
    const patient = await aPatient(db, clinic)
    await db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [patient.membershipId])
    expect(await insert(patient.caller(), asSpecified(patient))).toBe('42501')
    await anInvitation(db, clinic, { email: patient.email, role: 'patient' })
    expect(await insert(patient.caller(), asSpecified(patient))).toBe('patient')
    expect(await memberships(patient)).toHaveLength(2)
  })
})

it('accepting makes a patient’s record under their own name and an audit row', async () => {
  const person = await aSignedInPerson(db, { name: 'Dana Whitfield' })
  const { id, membershipId } = await anInvitation(db, clinic, {
    email: person.email,
    role: 'patient',
    name: 'D. W.',
  })
  await insert(person.caller(clinic), asSpecified(person))
  expect(
    await db.asOwner('select full_name, email from patients where user_id = $1', [person.userId]),
  ).toEqual([{ full_name: 'Dana Whitfield', email: person.email }])
  expect(
    await db.asOwner(
      `select actor_id, action, subject_id, details from app.audit_log where clinic_id = $1 and action like 'invitation.%'`,
      [clinic.id],
    ),
  ).toEqual([
    {
      actor_id: person.userId,
      action: 'invitation.accepted',
      subject_id: membershipId,
      details: { invitation: id, role: 'patient' },
    },
  ])
})

it('the product’s clock decides whether an invitation has expired', async () => {
  const person = await aSignedInPerson(db)
  await states.live(person)
  await db.asOwner(`insert into app.settings (name, value) values ('clock_offset_ms', $1)`, [
    String(73 * hour),
  ])
  try {
    expect(await insert(person.caller(), asSpecified(person))).toBe('42501')
  } finally {
    await db.asOwner('delete from app.settings')
  }
  expect(await insert(person.caller(), asSpecified(person))).toBe('member')
})

it('accept_invitation refuses an unconfirmed address from every caller', async () => {
  const person = await aSignedInPerson(db, { confirmed: false })
  await states.live(person)
  const accepted = await db.transactions.withSystem('test', async (tx) => {
    const { rows } = await sql<{ id: string | null }>`
      select (app.accept_invitation(${clinic.id}::uuid, ${person.userId}::uuid, now())).id`.execute(tx)
    return rows[0]?.id
  })
  expect(accepted).toBeNull()
})
