import type { Config } from '#server/platform/config.ts'
import type { RateLimit } from './rate-limits.ts'

/** How long a session may live and how long its access tokens do; all in seconds. */
export interface SessionLife {
  /** Since sign-in. */
  timeboxSeconds: number
  /** Since the last refresh. */
  idleSeconds: number
  accessTokenSeconds: number
}

/** Groups of endpoints that share a bucket for each network address (auth-contract.md 1.9). */
export type LimitGroup = 'signup' | 'otp' | 'magiclink' | 'recover' | 'resend' | 'user' | 'verify' | 'token'

/**
 * Everything the contract leaves to an installation. The defaults are Carefold's (auth-contract.md 1.15 and
 * section 2).
 */
export interface AuthSettings {
  /** Where invalid redirect targets lead, and the host that clinics' hosts are made of. */
  siteUrl: string
  /** `iss` of our access tokens; tokens of another issuer are refused. */
  issuer: string
  audience: string
  signUp: boolean
  emailProvider: boolean
  /** Confirms addresses without a mail: for tests and the conformance run only. */
  mailAutoconfirm: boolean
  /** An e-mail change must be confirmed from both mailboxes. */
  secureEmailChange: boolean
  passwordMinLength: number
  passwordMaxBytes: number
  /** D16. */
  requireCurrentPassword: boolean
  /** A password change in a session older than a day needs the code of GET /reauthenticate. */
  requireReauthentication: boolean
  refreshReuseSeconds: number
  /** How long a refresh tries for a session that is being refreshed already. */
  refreshLockMs: number
  /**
   * D9: the previous refresh token is taken after 60 s only from the same kind of browser on the same
   * network.
   */
  guardPreviousRefreshToken: boolean
  sessions: { patient: SessionLife; team: SessionLife }
  linkSeconds: number
  inviteLinkSeconds: number
  codeSeconds: number
  /** D2: a code dies after so many wrong tries. */
  codeTries: number
  /** Between two mails of a kind to one address. */
  mailIntervalSeconds: number
  /** For the whole installation; null: no limit. */
  mailsPerHour: number | null
  /** Null: no limits for network addresses. */
  rateLimits: Record<LimitGroup, RateLimit> | null
  requestTimeoutMs: number
  /**
   * Answers about an address leave no earlier than this, so that writing a mail or not writing one cannot be
   * told apart by the time it takes (threats.md T19).
   */
  addressAnswerMs: number
}

const hour = 3600
const day = 24 * hour
const thirtyIn5Minutes: RateLimit = { burst: 30, perSeconds: 10 }

/** @param config the installation; @param changes what differs from the defaults */
export function authSettings(config: Config, changes: Partial<AuthSettings> = {}): AuthSettings {
  return {
    siteUrl: config.mainOrigin,
    issuer: `${config.mainOrigin}/auth/v1`,
    audience: 'authenticated',
    signUp: true,
    emailProvider: true,
    mailAutoconfirm: false,
    secureEmailChange: true,
    passwordMinLength: 8,
    passwordMaxBytes: 1024,
    requireCurrentPassword: true,
    requireReauthentication: false,
    refreshReuseSeconds: 10,
    refreshLockMs: 5_000,
    guardPreviousRefreshToken: true,
    sessions: {
      patient: { timeboxSeconds: 30 * day, idleSeconds: 7 * day, accessTokenSeconds: hour },
      team: { timeboxSeconds: 12 * hour, idleSeconds: 30 * 60, accessTokenSeconds: 10 * 60 },
    },
    linkSeconds: day,
    inviteLinkSeconds: 3 * day,
    codeSeconds: 10 * 60,
    codeTries: 5,
    mailIntervalSeconds: 60,
    // the reference's 30 are meant for one small site; here every clinic's sign-ups share the number
    mailsPerHour: 5_000,
    rateLimits: {
      signup: thirtyIn5Minutes,
      otp: thirtyIn5Minutes,
      magiclink: thirtyIn5Minutes,
      recover: thirtyIn5Minutes,
      resend: thirtyIn5Minutes,
      user: thirtyIn5Minutes,
      verify: thirtyIn5Minutes,
      token: { burst: 30, perSeconds: 2 },
    },
    requestTimeoutMs: 10_000,
    addressAnswerMs: 120,
    ...changes,
  }
}
