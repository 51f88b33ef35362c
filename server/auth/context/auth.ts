import type { Services } from '#server/clinic/action.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import type { PasswordHasher } from '../hashing/hashing.ts'
import type { OperatorHooks } from '../hooks/hooks.ts'
import type { CaptchaVerifier } from '../http/captcha.ts'
import type { SigningKeys } from '../keys/signing-keys.ts'
import type { ProviderClient } from '../providers/provider-client.ts'
import type { AccessTokens } from '../tokens/access-token.ts'
import type { AuthSettings } from './settings.ts'

export type AuthServices = Pick<Services, 'config' | 'clock' | 'transactions' | 'jobs' | 'mailer' | 'log'>

/** The product's own hooks (docs/contracts/auth.md 7). */
export interface AuthHooks {
  /**
   * Called for known addresses too, which it must not reveal.
   * @param signUp `userId` is the one in the answer, which is not the account's for a proven address
   * @throws AppError to refuse and roll back the sign-up
   */
  beforeSignUp?(
    tx: Tx,
    signUp: { userId: string; email: string; metadata: Record<string, unknown>; now: Date },
  ): Promise<void>

  /** Called after the answer was checked. `reject` ends every session of the person, even after a right answer. */
  mfaVerificationAttempt?(
    tx: Tx,
    attempt: { userId: string; factorId: string; factorType: string; isRight: boolean },
  ): Promise<{ decision: 'continue' | 'reject'; message?: string }>
}

/** Built once by `createAuthService`. */
export interface Auth {
  services: AuthServices
  settings: AuthSettings
  hooks: AuthHooks
  operatorHooks: OperatorHooks
  captcha: CaptchaVerifier | null
  keys: SigningKeys
  /** As a bearer it means a visitor. */
  publishableKey: string
  secrets: SecretBox
  tokens: AccessTokens
  hasher: PasswordHasher
  /** By name. */
  providers: Map<string, ProviderClient>
  /** The machine's time, for sessions and tokens. Links and codes use `services.clock`. */
  sessionClock: Clock
}
