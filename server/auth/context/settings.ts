import type { Config } from '#server/platform/config/config.ts'
import type { FailureLimits } from '../passwords/failures.ts'
import { configuredProviders, type OpenIdProvider } from '../providers/openid-provider.ts'
import type { RateLimit } from '../rate-limits.ts'
import { configuredSamlKey, type SamlKey } from '../saml/saml-key.ts'

/** How long a session may live and how long its access tokens do; all in seconds. */
export interface SessionLife {
  /** Since sign-in. */
  timeboxSeconds: number
  /** Since the last refresh. */
  idleSeconds: number
  accessTokenSeconds: number
}

/** Groups of endpoints that share a bucket for each network address (docs/contracts/auth.md 1.9). */
export type LimitGroup =
  | 'signup'
  | 'anonymous'
  | 'otp'
  | 'magiclink'
  | 'recover'
  | 'resend'
  | 'user'
  | 'verify'
  | 'token'
  | 'sso'
  | 'authorize'
  | 'callback'
  | 'saml_acs'
  | 'factor_challenge'
  | 'factor_verify'

/** Kinds of second factors. */
export type FactorType = 'totp' | 'phone' | 'webauthn'

/**
 * Everything the contract leaves to an installation. The defaults are Carefold's (docs/contracts/auth.md 1.15, 2).
 */
export interface AuthSettings {
  /** Where invalid redirect targets lead, and the host that clinics' hosts are made of. */
  siteUrl: string
  /** `iss` of our access tokens; tokens of another issuer are refused. */
  issuer: string
  audience: string
  /**
   * Takes tokens with a good signature whatever issuer and audience they name, and without an end: what suites that
   * sign their own service tokens expect.
   */
  foreignTokenClaims: boolean
  signUp: boolean
  emailProvider: boolean
  phoneProvider: boolean
  /** Whether text messages leave the house at all; without, only numbers with a test code get one. */
  sendsSms: boolean
  /** Sign-in without any address; becomes an account with PUT /user. */
  anonymous: boolean
  /** A signed-in person may add and remove ways to sign in. */
  manualLinking: boolean
  /** OpenID providers that people may sign in with. */
  providers: OpenIdProvider[]
  /** What our side of SAML signs with; null: there is no single sign-on. */
  saml: SamlKey | null
  /**
   * docs/contracts/auth.md D17: a provider's flow may end with tokens in the page's fragment. For the conformance run
   * only.
   */
  implicitGrant: boolean
  /** How long somebody may take at a provider. */
  flowStateSeconds: number
  /** Which second factors may be added, and which added ones may be used. */
  mfa: Record<FactorType, { enroll: boolean; verify: boolean }>
  /** Confirms addresses without a mail: for tests and the conformance run only. */
  mailAutoconfirm: boolean
  /** Confirms numbers without a text message: for tests and the conformance run only. */
  phoneAutoconfirm: boolean
  /** An e-mail change must be confirmed from both mailboxes. */
  secureEmailChange: boolean
  passwordMinLength: number
  passwordMaxBytes: number
  /** Off, as in the reference, for suites whose passwords are well known. */
  refuseKnownPasswords: boolean
  /** A new password asks for the current one (docs/contracts/auth.md D16). */
  requireCurrentPassword: boolean
  /** A password change in a session older than a day needs the code of GET /reauthenticate. */
  requireReauthentication: boolean
  refreshReuseSeconds: number
  /** How long a refresh tries for a session that is being refreshed already. */
  refreshLockMs: number
  /**
   * docs/contracts/auth.md D9: the previous refresh token is taken after 60 s only from the same kind of browser on the
   * same network.
   */
  guardPreviousRefreshToken: boolean
  sessions: { patient: SessionLife; team: SessionLife }
  /** Redirect targets beside our own pages, as globs (docs/contracts/auth.md 1.6). */
  redirectAllowList: string[]
  /** False: every page of the site's host, and every loopback address, as in the reference. */
  ownPagesOnly: boolean
  /**
   * Where the links in mails lead: to our confirm page, whose button uses them up, or straight to GET /verify, as
   * clients' test suites expect that read mails.
   */
  mailedLinks: 'confirm-page' | 'verify'
  linkSeconds: number
  inviteLinkSeconds: number
  codeSeconds: number
  /** Of codes in text messages. */
  smsCodeSeconds: number
  /** How many second factors a person may have, waiting ones included. */
  maxFactors: number
  /** How long an added factor waits for its first challenge. */
  factorSeconds: number
  /** How long a second factor's challenge can be answered. */
  challengeSeconds: number
  /**
   * How long a session of somebody who has a second factor lives without it (`allow_low_aal`,
   * docs/contracts/auth.md 5); null: as long as any other.
   */
  lowAssuranceSeconds: number | null
  /** Only a person's newest session can be refreshed. */
  singleSession: boolean
  /** docs/contracts/auth.md D2: a code dies after so many wrong tries. */
  codeTries: number
  /** Between two mails of a kind to one address. */
  mailIntervalSeconds: number
  /** For the whole installation; null: no limit. */
  mailsPerHour: number | null
  /** Between two text messages to one number. */
  smsIntervalSeconds: number
  /** For the whole installation; null: no limit. */
  smsPerHour: number | null
  /** Fixed codes by number (digits only): nothing is sent to these. For tests and the conformance run only. */
  smsTestCodes: Record<string, string>
  /** In the name of one clinic; null: no limit. */
  mailsPerClinicPerHour: number | null
  /**
   * Wrong passwords that a clinic, and everybody together, stands before strangers have to wait (docs/threats.md T20).
   */
  failedSignIns: FailureLimits
  /** Null: no limits for network addresses. */
  rateLimits: Record<LimitGroup, RateLimit> | null
  requestTimeoutMs: number
  /**
   * Answers about an address leave no earlier than this, so that writing a mail or not writing one cannot be
   * told apart by the time it takes (docs/threats.md T19).
   */
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

/** @param config the installation; @param changes what differs from the defaults */
export function authSettings(config: Config, changes: Partial<AuthSettings> = {}): AuthSettings {
  // by the operator's hook; in development text messages land in the mailbox
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
    manualLinking: false,
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
    // the reference's 30 are meant for one small site; here every clinic's sign-ups share the number
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
