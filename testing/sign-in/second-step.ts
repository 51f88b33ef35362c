import type { TestDatabase } from '../database/database.ts'
import type { Person } from './people.ts'

/** A verified authenticator app, directly in the database. @returns the factor's id */
export async function aSecondFactor(db: TestDatabase, person: Pick<Person, 'userId'>): Promise<string> {
  const [factor] = await db.asOwner<{ id: string }>(
    `insert into auth.mfa_factors (user_id, factor_type, status, friendly_name, secret, created_at, updated_at)
     values ($1, 'totp', 'verified', gen_random_uuid()::text, '\\x00', now(), now()) returning id`,
    [person.userId],
  )
  if (!factor) throw new Error('no factor was made')
  return factor.id
}

/** Steps the session up to aal2, directly in the database. @returns the factor's id */
export async function aSecondStep(
  db: TestDatabase,
  person: Pick<Person, 'userId' | 'sessionId'>,
): Promise<string> {
  const factorId = await aSecondFactor(db, person)
  await db.asOwner(
    `insert into auth.session_methods (session_id, method, used_at, factor_id) values ($1, 'totp', now(), $2)`,
    [person.sessionId, factorId],
  )
  return factorId
}

/** Backdates the proofs of a person's session and the set-up of their factors: tests cannot move the machine's clock. */
export async function ageProofs(
  db: TestDatabase,
  { sessionId }: Pick<Person, 'sessionId'>,
  minutes: number,
): Promise<void> {
  await db.asOwner(
    `update auth.session_methods set used_at = used_at - make_interval(mins => $2) where session_id = $1`,
    [sessionId, minutes],
  )
  await db.asOwner(
    `update auth.mfa_factors f
        set created_at = f.created_at - make_interval(mins => $2), updated_at = f.updated_at - make_interval(mins => $2)
       from auth.sessions s where s.id = $1 and f.user_id = s.user_id`,
    [sessionId, minutes],
  )
}
