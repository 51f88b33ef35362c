import type { AuthSettings } from '#server/auth/context/settings.ts'

/** The reference's sessions never expire. */
const endless = { timeboxSeconds: Number.POSITIVE_INFINITY, idleSeconds: Number.POSITIVE_INFINITY }

/**
 * The reference's defaults where Carefold's are stricter (docs/contracts/auth.md 1.15, 2), so that any client's suite
 * can use the service.
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
    // The reference has no limits until a setting names the header with the address.
    rateLimits: null,
    mailsPerHour: null,
    smsPerHour: null,
    addressAnswerMs: 0,
  }
}
