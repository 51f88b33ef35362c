import { randomBytes } from 'node:crypto'
import { insertEmailUser } from '#server/auth/people/new-users.ts'
import { withoutHooks } from '#server/auth/people/user-creation.ts'
import type { Caller, Tx } from '#server/platform/database/transactions.ts'
import type { DemoClinic, DemoPerson } from './demo-content.ts'
import type { DemoTools } from './demo-tools.ts'

export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.split(' ')
  return { firstName, lastName: rest.join(' ') }
}

/** An account with an open session, which the seed ends. */
export async function addPerson(
  tx: Tx,
  tools: DemoTools,
  clinic: DemoClinic,
  person: DemoPerson,
  passwordHash: string,
) {
  const now = tools.clock.now()
  const { firstName, lastName } = splitName(person.name)
  const email = `${person.mailbox}@${clinic.subdomain}.test`
  const account = await insertEmailUser(tx, {
    audience: 'authenticated',
    email,
    passwordHash,
    confirmedAt: now,
    metadata: {
      full_name: person.name,
      first_name: firstName,
      last_name: lastName,
      profile_complete: true,
    },
    creation: withoutHooks,
    now,
  })
  const session = await tx
    .insertInto('auth.sessions')
    .values({ user_id: account.id, refresh_key: randomBytes(32) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('auth.session_methods')
    // sessions use the machine's time
    .values({ session_id: session.id, method: 'password', used_at: new Date() })
    .execute()
  const caller: Caller = {
    userId: account.id,
    sessionId: session.id,
    clinic: clinic.subdomain,
    requestId: `demo-${crypto.randomUUID()}`,
    address: null,
  }
  return { userId: account.id, email, caller }
}

export async function addMembership(
  tx: Tx,
  tools: DemoTools,
  membership: { clinicId: string; userId: string; role: string; isOwner: boolean; isReadOnly: boolean },
): Promise<void> {
  const now = tools.clock.now()
  await tx
    .insertInto('clinic_memberships')
    .values({
      clinic_id: membership.clinicId,
      user_id: membership.userId,
      role: membership.role,
      status: 'active',
      is_owner: membership.isOwner,
      is_read_only: membership.isReadOnly,
      accepted_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
}
