import type { AuthSettings } from '#server/auth/context/settings.ts'

/** The reference's sessions never expire. */
const endless = { timeboxSeconds: Number.POSITIVE_INFINITY, idleSeconds: Number.POSITIVE_INFINITY }

/**
 * The reference's defaults wherever Carefold's are stricter and a setting makes the difference
 * (docs/contracts/auth.md 1.15, 2), so that any client's suite can be pointed at the service.
 */
export function referenceSettings(options: {
  siteUrl: string
  externalUrl: string
  accessTokenSeconds: number
}): Partial<AuthSettings> {
  const life = { ...endless, accessTokenSeconds: options.accessTokenSeconds }
  return {
    siteUrl: options.siteUrl,
    issuer: options.externalUrl,
    foreignTokenClaims: true,
    implicitGrant: true,
    ownPagesOnly: false,
    mailedLinks: 'verify',
    confirmationKeepsPassword: true,
    passwordMinLength: 6,
    passwordMaxBytes: 72,
    refuseKnownPasswords: false,
    requireCurrentPassword: false,
    guardPreviousRefreshToken: false,
    sessions: { patient: life, team: life },
    lowAssuranceSeconds: null,
    // the reference has no limits until a setting says which header holds the address
    rateLimits: null,
    mailsPerHour: null,
    smsPerHour: null,
    addressAnswerMs: 0,
  }
}
