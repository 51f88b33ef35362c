import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { MembershipStatus } from '#domain/memberships/memberships.ts'
import type { ClinicRole, PermissionSet } from '#domain/permissions.ts'
import type { Caller, Tx } from '#server/platform/database/transactions.ts'
import type { TestDatabase } from '../database/database.ts'
import { fastHasher } from '../database/fast-hasher.ts'

/** An account with a session. */
export interface Person {
  userId: string
  sessionId: string
  email: string
  name: string
  /** @param clinic the clinic or subdomain whose host is called; default: the main site */
  caller(clinic?: { subdomain: string } | string | null): Caller
}

/** `caller()` without an argument calls the clinic's host. */
export interface Member extends Person {
  membershipId: string
}

/** With a sign-in and a record. */
export interface Patient extends Member {
  patientId: string
}

export interface TestClinic {
  id: string
  name: string
  subdomain: string
  timeZone: string
  admin: Member
}

interface PersonOptions {
  email?: string
  name?: string
  /** Only accounts made by clinic-join are signed in without a confirmed address. */
  confirmed?: boolean
  password?: string
  /** In addition to the name. */
  metadata?: Record<string, unknown>
}

export function aVisitor(clinic: { subdomain: string } | string | null = null): Caller {
  return callerOf(null, clinic)
}

export function aSignedInPerson(db: TestDatabase, options: PersonOptions = {}): Promise<Person> {
  return db.transactions.withSystem('test: person', (tx) => insertPerson(tx, options))
}

/** With a unique name, and its owner. */
export function aClinic(
  db: TestDatabase,
  options: {
    name?: string
    subdomain?: string
    timeZone?: string
    /** True by default in the product, false in tests. */
    requiresMfa?: boolean
  } = {},
): Promise<TestClinic> {
  const subdomain = options.subdomain ?? `clinic-${randomBytes(5).toString('hex')}`
  const name = options.name ?? `Clinic ${subdomain.slice(-6)}`
  const timeZone = options.timeZone ?? 'America/New_York'
  return db.transactions.withSystem('test: clinic', async (tx) => {
    const { id } = await tx
      .insertInto('clinics')
      .values({ name, subdomain, time_zone: timeZone })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`select app.start_clinic(${id}::uuid)`.execute(tx)
    const requires_mfa = options.requiresMfa ?? false
    await tx.insertInto('clinic_security').values({ clinic_id: id, requires_mfa }).execute()
    const clinic = { id, name, subdomain, timeZone }
    const owner = await insertPerson(tx, { name: `Owner of ${name}` })
    const admin = await insertMember(tx, clinic, owner, { role: 'admin', isOwner: true })
    return { ...clinic, admin }
  })
}

export function aStaffMember(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id' | 'subdomain'>,
  options: PersonOptions & {
    role?: Exclude<ClinicRole, 'patient'>
    status?: MembershipStatus
    isReadOnly?: boolean
    isBillingOnly?: boolean
    permissionSets?: readonly PermissionSet[]
    suspended?: boolean
  } = {},
): Promise<Member> {
  return db.transactions.withSystem('test: staff member', async (tx) =>
    insertMember(tx, clinic, await insertPerson(tx, options), { role: 'staff', ...options }),
  )
}

/** With sign-in, membership and record. */
export function aPatient(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id' | 'subdomain'>,
  options: PersonOptions & { status?: MembershipStatus; suspended?: boolean } = {},
): Promise<Patient> {
  return db.transactions.withSystem('test: patient', async (tx) => {
    const person = await insertPerson(tx, options)
    const member = await insertMember(tx, clinic, person, { ...options, role: 'patient' })
    const { id } = await tx
      .insertInto('patients')
      .values({ clinic_id: clinic.id, user_id: person.userId, full_name: person.name, email: person.email })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { ...member, patientId: id }
  })
}

/** Such as in a second clinic. */
export function aMembershipOf(
  db: TestDatabase,
  person: Person,
  clinic: Pick<TestClinic, 'id' | 'subdomain'>,
  options: { role: ClinicRole; status?: MembershipStatus; isReadOnly?: boolean; suspended?: boolean },
): Promise<Member> {
  return db.transactions.withSystem('test: membership', (tx) => insertMember(tx, clinic, person, options))
}

/** With its pending membership; valid by default. */
export function anInvitation(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id' | 'admin'>,
  options: {
    email: string
    role?: ClinicRole
    name?: string
    expiresAt?: Date
    acceptedAt?: Date
    revokedAt?: Date
    invitedBy?: Person
  },
): Promise<{ id: string; membershipId: string }> {
  const { email, role = 'member', name = null } = options
  return db.transactions.withSystem('test: invitation', async (tx) => {
    const { id: membershipId } = await tx
      .insertInto('clinic_memberships')
      .values({ clinic_id: clinic.id, role, status: 'invited' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await tx
      .insertInto('invitations')
      .values({
        clinic_id: clinic.id,
        membership_id: membershipId,
        email,
        name,
        role,
        invited_by: (options.invitedBy ?? clinic.admin).userId,
        token_hash: randomBytes(32),
        expires_at: options.expiresAt ?? new Date(Date.now() + 72 * 3_600_000),
        accepted_at: options.acceptedAt ?? null,
        revoked_at: options.revokedAt ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, membershipId }
  })
}

async function insertPerson(tx: Tx, options: PersonOptions): Promise<Person> {
  const email = options.email ?? `person-${randomBytes(5).toString('hex')}@example.test`
  const name = options.name ?? 'Robin Example'
  const { id: userId } = await tx
    .insertInto('auth.users')
    .values({
      email,
      email_confirmed_at: options.confirmed === false ? null : new Date(),
      password_hash: options.password ? await fastHasher.hash(options.password) : null,
      user_metadata: JSON.stringify({ full_name: name, ...options.metadata }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: sessionId } = await tx
    .insertInto('auth.sessions')
    .values({ user_id: userId, refresh_key: randomBytes(32) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('auth.session_methods')
    .values({ session_id: sessionId, method: 'password', used_at: new Date() })
    .execute()
  return {
    userId,
    sessionId,
    email,
    name,
    caller: (clinic = null) => callerOf({ userId, sessionId }, clinic),
  }
}

async function insertMember(
  tx: Tx,
  clinic: Pick<TestClinic, 'id' | 'subdomain'>,
  person: Person,
  options: {
    role: ClinicRole
    status?: MembershipStatus
    isOwner?: boolean
    isReadOnly?: boolean
    isBillingOnly?: boolean
    permissionSets?: readonly PermissionSet[]
    suspended?: boolean
  },
): Promise<Member> {
  const status = options.suspended ? 'invited' : (options.status ?? 'active')
  const { id } = await tx
    .insertInto('clinic_memberships')
    .values({
      clinic_id: clinic.id,
      user_id: person.userId,
      role: options.role,
      status,
      is_read_only: options.isReadOnly ?? false,
      is_billing_only: options.isBillingOnly ?? false,
      permission_sets: options.isBillingOnly ? ['money'] : [...(options.permissionSets ?? [])],
      suspended_at: options.suspended ? new Date() : null,
      accepted_at: status === 'pending' ? null : new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // afterwards, so that no mail about a new clinic is sent
  if (options.isOwner)
    await tx.updateTable('clinic_memberships').set({ is_owner: true }).where('id', '=', id).execute()
  return { ...person, membershipId: id, caller: (asked = clinic) => person.caller(asked) }
}

function callerOf(
  person: { userId: string; sessionId: string } | null,
  clinic: { subdomain: string } | string | null,
): Caller {
  return {
    userId: person?.userId ?? null,
    sessionId: person?.sessionId ?? null,
    clinic: typeof clinic === 'string' ? clinic : (clinic?.subdomain ?? null),
    requestId: crypto.randomUUID(),
    address: '192.0.2.10',
  }
}
