import type { Services } from '#server/platform/action.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { SigningKeys } from './keys/signing-keys.ts'
import type { PasswordHasher } from './passwords/hashing.ts'
import type { AccessTokens } from './sessions/access-token.ts'
import type { AuthSettings } from './settings.ts'

/** What the endpoints work with; made once by `createAuthService`. */
export interface Auth {
  services: Services
  settings: AuthSettings
  keys: SigningKeys
  tokens: AccessTokens
  hasher: PasswordHasher
  /** The machine's time: sessions and tokens. Links and codes run on `services.clock`. */
  sessionClock: Clock
}
