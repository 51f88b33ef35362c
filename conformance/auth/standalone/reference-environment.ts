import { ConfigError } from '#server/platform/config/config-error.ts'
import type { FlagName } from './serve-flags.ts'

type Reader = (text: string, name: string) => string

const asIs: Reader = (text) => text
const lowerCase: Reader = (text) => text.toLowerCase()
const isSo: Reader = (text, name) => (truth(text, name) ? 'on' : 'off')
const isNot: Reader = (text, name) => (truth(text, name) ? 'off' : 'on')
const codes: Reader = (text) => text.replaceAll(':', '=')
// The reference sends by a provider's account; without one sending fails, as it does there.
const noProvider: Reader = () => 'off'

function truth(text: string, name: string): boolean {
  if (/^(true|t|1)$/i.test(text)) return true
  if (/^(false|f|0)$/i.test(text)) return false
  throw new ConfigError(`${name} must be true or false`)
}

/** `90s`, `1h30m` or plain seconds. */
const seconds: Reader = (text, name) => {
  if (/^\d+$/.test(text)) return text
  const [whole, hours = 0, minutes = 0, rest = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text) ?? []
  if (!whole) throw new ConfigError(`${name} must be a duration such as 90s or 1h30m`)
  return String(Number(hours) * 3600 + Number(minutes) * 60 + Number(rest))
}

const names: [string, FlagName, Reader][] = [
  ['PORT', 'port', asIs],
  ['GOTRUE_API_PORT', 'port', asIs],
  ['GOTRUE_API_HOST', 'host', asIs],
  ['GOTRUE_LOG_LEVEL', 'log-level', lowerCase],
  ['GOTRUE_SITE_URL', 'site-url', asIs],
  ['API_EXTERNAL_URL', 'external-url', asIs],
  ['GOTRUE_URI_ALLOW_LIST', 'redirect-allow-list', asIs],
  ['GOTRUE_JWT_SECRET', 'jwt-secret', asIs],
  ['GOTRUE_JWT_KEYS', 'signing-keys', asIs],
  ['GOTRUE_JWT_EXP', 'jwt-life', asIs],
  ['GOTRUE_JWT_AUD', 'jwt-audience', asIs],
  ['GOTRUE_DISABLE_SIGNUP', 'sign-up', isNot],
  ['GOTRUE_EXTERNAL_EMAIL_ENABLED', 'email-provider', isSo],
  ['GOTRUE_EXTERNAL_PHONE_ENABLED', 'phone-provider', isSo],
  ['GOTRUE_EXTERNAL_PHONE_ENABLED', 'sms', noProvider],
  ['GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED', 'anonymous', isSo],
  ['GOTRUE_MAILER_AUTOCONFIRM', 'mail-autoconfirm', isSo],
  ['GOTRUE_SMS_AUTOCONFIRM', 'phone-autoconfirm', isSo],
  ['GOTRUE_SMS_TEST_OTP', 'sms-test-codes', codes],
  ['GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED', 'secure-email-change', isSo],
  ['GOTRUE_SECURITY_MANUAL_LINKING_ENABLED', 'manual-linking', isSo],
  ['GOTRUE_PASSWORD_MIN_LENGTH', 'password-min-length', asIs],
  ['GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION', 'reauthentication', isSo],
  ['GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD', 'current-password', isSo],
  ['GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL', 'refresh-reuse', seconds],
  ['GOTRUE_SESSIONS_TIMEBOX', 'session-timebox', seconds],
  ['GOTRUE_SESSIONS_INACTIVITY_TIMEOUT', 'session-idle', seconds],
  ['GOTRUE_SESSIONS_SINGLE_PER_USER', 'single-session', isSo],
  ['GOTRUE_SMTP_MAX_FREQUENCY', 'mail-interval', seconds],
  ['GOTRUE_SMS_MAX_FREQUENCY', 'sms-interval', seconds],
  ['GOTRUE_MAILER_OTP_EXP', 'code-life', seconds],
  ['GOTRUE_SMS_OTP_EXP', 'sms-code-life', seconds],
]

/**
 * So that the environment of the reference's containers works unchanged.
 *
 * @returns our settings, and unsupported names
 * @throws ConfigError for an invalid value
 */
export function readReferenceEnvironment(env: Record<string, string | undefined>): {
  given: Partial<Record<FlagName, string>>
  unknown: string[]
} {
  const given: Partial<Record<FlagName, string>> = {}
  for (const [name, flag, read] of names) {
    const text = env[name]
    if (text) given[flag] = read(text, name)
  }
  const known = new Set(names.map(([name]) => name))
  return { given, unknown: Object.keys(env).filter((name) => /^GOTRUE_/.test(name) && !known.has(name)) }
}
