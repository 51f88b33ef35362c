import type { Services } from '#server/platform/action.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/doors.ts'
import type { SigningKeys } from './keys/signing-keys.ts'
import type { PasswordHasher } from './passwords/hashing.ts'
import type { AccessTokens } from './sessions/access-token.ts'
import type { AuthSettings } from './settings.ts'

/** Where the product takes part in what the auth service does (auth-contract.md section 7). */
export interface AuthHooks {
  /**
   * Inside the transaction of POST /signup, for new and for known addresses alike: it must not tell them apart.
   *
   * @param signUp `userId` is the one in the answer, made up for a known address
   * @throws AppError to refuse the sign-up: nothing of it is stored
   */
  beforeSignUp?(
    tx: Tx,
    signUp: { userId: string; email: string; metadata: Record<string, unknown>; now: Date },
  ): Promise<void>
}

/** What the endpoints work with; made once by `createAuthService`. */
export interface Auth {
  services: Services
  settings: AuthSettings
  hooks: AuthHooks
  keys: SigningKeys
  tokens: AccessTokens
  hasher: PasswordHasher
  /** The machine's time: sessions and tokens. Links and codes run on `services.clock`. */
  sessionClock: Clock
}
