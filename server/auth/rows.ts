import type { Selectable } from 'kysely'
import type {
  AuthIdentities,
  AuthMfaFactors,
  AuthOneTimeTokens,
  AuthSessions,
  AuthUsers,
} from '#db/types.generated.ts'

export type UserRow = Selectable<AuthUsers>

/** A way to sign in. */
export type IdentityRow = Selectable<AuthIdentities>

/** A signed-in device. */
export type SessionRow = Selectable<AuthSessions>

export type FactorRow = Selectable<AuthMfaFactors>

export type OneTimeToken = Selectable<AuthOneTimeTokens>

/** The holder of a bearer token. */
export interface Person {
  user: UserRow
  session: SessionRow
}
