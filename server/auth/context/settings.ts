import type { Config } from '#server/platform/config/config.ts'
import type { RateLimit } from '#server/platform/rate-limits.ts'
import type { LimitGroup } from '../http/limit-request.ts'
import { configuredProviders, type OpenIdProvider } from '../providers/openid-provider.ts'
import { configuredSamlKey, type SamlKey } from '../saml/saml-key.ts'

export interface SessionLife {
  /** Since sign-in. */
  timeboxSeconds: number
  /** Since the last refresh. */
  idleSeconds: number
  accessTokenSeconds: number
}

export type FactorType = 'totp' | 'phone' | 'webauthn'

/** Wrong passwords on one clinic's pages, and on all pages, before unknown networks have to wait. */
export interface FailureLimits {
  clinic: RateLimit | null
  all: RateLimit | null
}

/** Carefold's defaults differ from the reference's (docs/contracts/auth.md 1.15, 2). */
export interface AuthSettings {
  /** Replaces invalid redirect targets; clinics' hosts are its subdomains. */
  siteUrl: string
  /** Tokens of another issuer are refused. */
  issuer: string
  audience: string
  /** Accepts correctly signed tokens with any issuer and audience, and without an expiry: for test suites. */
  foreignTokenClaims: boolean
  signUp: boolean
  emailProvider: boolean
  phoneProvider: boolean
  /** Otherwise only numbers with a test code receive one. */
  sendsSms: boolean
  /** PUT /user turns the person into an account. */
  anonymous: boolean
  manualLinking: boolean
  providers: OpenIdProvider[]
  /** Null: no single sign-on. */
  saml: SamlKey | null
  /** Flows may end with tokens in the URL fragment (docs/contracts/auth.md D17). For the conformance run only. */
  implicitGrant: boolean
  flowStateSeconds: number
  mfa: Record<FactorType, { enroll: boolean; verify: boolean }>
  /** For tests and the conformance run only. */
  mailAutoconfirm: boolean
  /** For tests and the conformance run only. */
  phoneAutoconfirm: boolean
  /** From both mailboxes. */
  secureEmailChange: boolean
  /** As in the reference, for test suites. Otherwise the proof must include the password (docs/contracts/auth.md D19). */
  confirmationKeepsPassword: boolean
  passwordMinLength: number
  passwordMaxBytes: number
  /** False for test suites that use well-known passwords. */
  refuseKnownPasswords: boolean
  /** docs/contracts/auth.md D16 */
  requireCurrentPassword: boolean
  /** With the code of GET /reauthenticate, in a session older than a day. */
  requireReauthentication: boolean
  refreshReuseSeconds: number
  refreshLockMs: number
  /**
   * From 60 s after a refresh, accepts the previous token only from the same kind of browser on the same network
   * (docs/contracts/auth.md D9).
   */
  guardPreviousRefreshToken: boolean
  sessions: { patient: SessionLife; team: SessionLife }
  /** Additional redirect targets, as globs (docs/contracts/auth.md 1.6). */
  redirectAllowList: string[]
  /** False, as in the reference: every page of the site's host and every loopback address. */
  ownPagesOnly: boolean
  /** Our confirm page, whose button consumes them, or GET /verify, as some test suites expect. */
  mailedLinks: 'confirm-page' | 'verify'
  linkSeconds: number
  inviteLinkSeconds: number
  codeSeconds: number
  smsCodeSeconds: number
  /** Per person, unverified ones included. */
  maxFactors: number
  /** Until the first challenge. */
  factorSeconds: number
  challengeSeconds: number
  /**
   * Life of a session at aal1 when its person has a second factor (docs/contracts/auth.md 5); null: as long as any other.
   */
  lowAssuranceSeconds: number | null
  singleSession: boolean
  /** Wrong attempts that end a code (docs/contracts/auth.md D2). */
  codeTries: number
  /** Between two mails of one kind to one address. */
  mailIntervalSeconds: number
  /** For a sign-up's mail, where shorter than `mailIntervalSeconds` (docs/contracts/auth.md D6). */
  resendSeconds: number
  /** For the whole installation; null: no limit. */
  mailsPerHour: number | null
  /** Between two SMS to one number. */
  smsIntervalSeconds: number
  /** For the whole installation; null: no limit. */
  smsPerHour: number | null
  /** By number (digits only); nothing is sent. For tests and the conformance run only. */
  smsTestCodes: Record<string, string>
  /** In the name of one clinic; null: no limit. */
  mailsPerClinicPerHour: number | null
  failedSignIns: FailureLimits
  /** Per network address; null: no limits. */
  rateLimits: Record<LimitGroup, RateLimit> | null
  requestTimeoutMs: number
  /** Hides whether a mail was written (docs/threats.md T19). */
  addressAnswerMs: number
}

const hour = 3600
const day = 24 * hour
const thirtyIn5Minutes: RateLimit = { burst: 30, perSeconds: 10 }
const fifteenAMinute: RateLimit = { burst: 30, perSeconds: 4 }

export const defaultRateLimits: Record<LimitGroup, RateLimit> = {
  signup: thirtyIn5Minutes,
  anonymous: { burst: 30, perSeconds: 120 },
  otp: thirtyIn5Minutes,
  magiclink: thirtyIn5Minutes,
  recover: thirtyIn5Minutes,
  resend: thirtyIn5Minutes,
  user: thirtyIn5Minutes,
  verify: thirtyIn5Minutes,
  token: { burst: 30, perSeconds: 2 },
  sso: thirtyIn5Minutes,
  authorize: thirtyIn5Minutes,
  callback: thirtyIn5Minutes,
  saml_acs: { burst: 30, perSeconds: 20 },
  factor_challenge: fifteenAMinute,
  factor_verify: fifteenAMinute,
}

/** @param changes what differs from the defaults */
export function authSettings(config: Config, changes: Partial<AuthSettings> = {}): AuthSettings {
  // by the operator's hook; in development SMS go to the mailbox
  const canSendSms = Boolean(config.hooks.send_sms) || config.environment !== 'production'
  return {
    siteUrl: config.mainOrigin,
    issuer: `${config.mainOrigin}/auth/v1`,
    audience: 'authenticated',
    foreignTokenClaims: false,
    signUp: true,
    emailProvider: true,
    phoneProvider: false,
    sendsSms: canSendSms,
    anonymous: false,
    manualLinking: config.manualLinking,
    providers: configuredProviders(config),
    saml: configuredSamlKey(config),
    implicitGrant: false,
    flowStateSeconds: 300,
    mfa: {
      totp: { enroll: true, verify: true },
      phone: { enroll: canSendSms, verify: canSendSms },
      webauthn: { enroll: true, verify: true },
    },
    mailAutoconfirm: false,
    phoneAutoconfirm: false,
    secureEmailChange: true,
    confirmationKeepsPassword: false,
    passwordMinLength: 8,
    passwordMaxBytes: 1024,
    refuseKnownPasswords: true,
    requireCurrentPassword: true,
    requireReauthentication: false,
    refreshReuseSeconds: 10,
    refreshLockMs: 5_000,
    guardPreviousRefreshToken: true,
    sessions: {
      patient: { timeboxSeconds: 30 * day, idleSeconds: 7 * day, accessTokenSeconds: hour },
      team: { timeboxSeconds: 12 * hour, idleSeconds: 30 * 60, accessTokenSeconds: 10 * 60 },
    },
    redirectAllowList: [],
    ownPagesOnly: true,
    mailedLinks: 'confirm-page',
    linkSeconds: day,
    inviteLinkSeconds: 3 * day,
    codeSeconds: 10 * 60,
    smsCodeSeconds: 60,
    maxFactors: 10,
    factorSeconds: 5 * 60,
    challengeSeconds: 5 * 60,
    lowAssuranceSeconds: 15 * 60,
    singleSession: false,
    codeTries: 5,
    mailIntervalSeconds: 60,
    resendSeconds: 30,
    // the reference's 30 suit one small site; here the sign-ups of all clinics share the limit
    mailsPerHour: 5_000,
    mailsPerClinicPerHour: 1_000,
    failedSignIns: {
      clinic: { burst: 200, perSeconds: 2 },
      all: { burst: 3_000, perSeconds: 0.2 },
    },
    smsIntervalSeconds: 60,
    smsPerHour: 500,
    smsTestCodes: {},
    rateLimits: defaultRateLimits,
    requestTimeoutMs: 10_000,
    addressAnswerMs: 120,
    ...changes,
  }
}
