import type { Selectable } from 'kysely'
import type {
  AuthIdentities,
  AuthMfaFactors,
  AuthOneTimeTokens,
  AuthSessions,
  AuthUsers,
} from '#db/types.generated.ts'

/** One row of auth.users. */
export type UserRow = Selectable<AuthUsers>

/** One row of auth.identities: a way to sign in. */
export type IdentityRow = Selectable<AuthIdentities>

/** One row of auth.sessions: a signed-in device. */
export type SessionRow = Selectable<AuthSessions>

/** One row of auth.mfa_factors. */
export type FactorRow = Selectable<AuthMfaFactors>

/** One row of auth.one_time_tokens. */
export type OneTimeToken = Selectable<AuthOneTimeTokens>

/** The holder of a bearer token. */
export interface Person {
  user: UserRow
  session: SessionRow
}
