import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { JWK } from 'jose'
import { type AuthSettings, defaultRateLimits, type FactorType } from '#server/auth/context/settings.ts'
import type { LimitGroup } from '#server/auth/http/limit-request.ts'
import { isJson, parseSigningKeys, readKeySet, type SigningKeys } from '#server/auth/keys/signing-keys.ts'
import type { OpenIdProvider } from '#server/auth/providers/openid-provider.ts'
import { ConfigError } from '#server/platform/config/config-error.ts'
import { createLogger } from '#server/platform/log.ts'
import { readReferenceEnvironment } from './reference-environment.ts'
import { referenceSettings } from './reference-settings.ts'
import { type FlagName, serveFlags } from './serve-flags.ts'
import type { StandaloneOptions } from './standalone.ts'

export interface ServeOptions {
  port: number
  host: string
  proxyHops: number
  /** Unsupported names of the reference's settings in the environment. */
  unknown: string[]
  standalone: StandaloneOptions
}

type Env = Record<string, string | undefined>
type Given = Record<FlagName, string>

/**
 * Reads the settings of `npm run serve:auth` from flags (`--sign-up`, `--no-sign-up`, `--port 9998`) or the
 * environment (`AUTH_SIGN_UP=off`, or the reference's `GOTRUE_DISABLE_SIGNUP=true`); a flag wins.
 *
 * @throws ConfigError naming the invalid setting
 */
export function readServeOptions(argv: string[], env: Env): ServeOptions {
  const reference = readReferenceEnvironment(env)
  const given = read(argv, env, reference.given)
  const port = number(given, 'port')
  const home = `http://localhost:${port}`
  const keys = keysOf(given)
  return {
    port,
    host: given.host,
    proxyHops: number(given, 'proxy-hops'),
    unknown: reference.unknown,
    standalone: {
      settings: settingsOf(given, home),
      ...(keys ? { keys } : {}),
      dataDir: given['data-dir'] || null,
      smtpUrl: given['smtp-url'] || null,
      work: true,
      log: createLogger(oneOf(given, 'log-level', ['debug', 'info', 'warn', 'error', 'silent'] as const)),
    },
  }
}

function settingsOf(given: Given, home: string): Partial<AuthSettings> {
  const reference = referenceSettings({
    siteUrl: address(given, 'site-url', home),
    externalUrl: address(given, 'external-url', home).replace(/\/$/, ''),
    accessTokenSeconds: number(given, 'jwt-life'),
  })
  const life = {
    timeboxSeconds: numberOr(given, 'session-timebox', Number.POSITIVE_INFINITY),
    idleSeconds: numberOr(given, 'session-idle', Number.POSITIVE_INFINITY),
    accessTokenSeconds: number(given, 'jwt-life'),
  }
  return {
    ...reference,
    sessions: { patient: life, team: life },
    audience: given['jwt-audience'],
    foreignTokenClaims: isOn(given, 'foreign-tokens'),
    redirectAllowList: words(given['redirect-allow-list']),
    mailedLinks: oneOf(given, 'mailed-links', ['verify', 'confirm-page'] as const),
    signUp: isOn(given, 'sign-up'),
    emailProvider: isOn(given, 'email-provider'),
    phoneProvider: isOn(given, 'phone-provider'),
    sendsSms: isOn(given, 'sms'),
    anonymous: isOn(given, 'anonymous'),
    mailAutoconfirm: isOn(given, 'mail-autoconfirm'),
    phoneAutoconfirm: isOn(given, 'phone-autoconfirm'),
    secureEmailChange: isOn(given, 'secure-email-change'),
    manualLinking: isOn(given, 'manual-linking'),
    implicitGrant: isOn(given, 'implicit-grant'),
    providers: words(given['openid-provider']).map(providerOf),
    mfa: { totp: kind(given, 'totp'), phone: kind(given, 'phone'), webauthn: kind(given, 'webauthn') },
    passwordMinLength: number(given, 'password-min-length'),
    passwordMaxBytes: number(given, 'password-max-bytes'),
    refuseKnownPasswords: !isOn(given, 'known-passwords'),
    requireCurrentPassword: isOn(given, 'current-password'),
    requireReauthentication: isOn(given, 'reauthentication'),
    refreshReuseSeconds: number(given, 'refresh-reuse'),
    guardPreviousRefreshToken: isOn(given, 'guard-previous-token'),
    lowAssuranceSeconds: numberOr(given, 'low-aal-life', null),
    singleSession: isOn(given, 'single-session'),
    mailIntervalSeconds: number(given, 'mail-interval'),
    resendSeconds: number(given, 'mail-interval'),
    smsIntervalSeconds: number(given, 'sms-interval'),
    mailsPerHour: numberOr(given, 'mails-per-hour', null),
    smsPerHour: numberOr(given, 'sms-per-hour', null),
    rateLimits: rateLimitsOf(given),
    smsTestCodes: Object.fromEntries(words(given['sms-test-codes']).map(testCodeOf)),
    smsCodeSeconds: number(given, 'sms-code-life'),
    codeSeconds: number(given, 'code-life'),
    addressAnswerMs: number(given, 'answer-floor'),
  }
}

function read(argv: string[], env: Env, reference: Partial<Given>): Given {
  const options = Object.fromEntries(
    Object.entries(serveFlags).map(([name, { type }]) => [
      name,
      type === 'switch'
        ? { type: 'boolean' as const }
        : { type: 'string' as const, multiple: type === 'list' },
    ]),
  )
  let flags: Record<string, unknown>
  try {
    flags = parseArgs({ args: argv, options, allowNegative: true }).values
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
  const entries = Object.entries(serveFlags).map(([name, { fallback }]) => {
    const flag = flags[name]
    const text =
      typeof flag === 'boolean' ? (flag ? 'on' : 'off') : Array.isArray(flag) ? flag.join(',') : flag
    const own = env[`AUTH_${name.replaceAll('-', '_').toUpperCase()}`]
    return [name, text ?? own ?? reference[name as FlagName] ?? fallback]
  })
  return Object.fromEntries(entries) as Given
}

/** The key set and the shared secret, which verifies tokens that name no key. Null if neither is given. */
function keysOf(given: Given): SigningKeys | null {
  const secret = given['jwt-secret']
  if (secret && secret.length < 32) throw new ConfigError('jwt-secret needs at least 32 characters')
  const source = given['signing-keys']
  if (!secret && !source) return null
  const named = source ? readKeySet(isJson(source) ? source : readFileSync(source, 'utf8')) : []
  const shared: JWK[] = secret ? [{ kty: 'oct', k: Buffer.from(secret).toString('base64url') }] : []
  const all = [...named, ...shared]
  const name = given['sign-with']
  const first = all.find((key) => (name === 'HS256' ? key.kty === 'oct' : key.kid === name))
  if (name && !first) throw new ConfigError(`sign-with names no key: ${name}`)
  return parseSigningKeys(JSON.stringify(first ? [first, ...all.filter((key) => key !== first)] : all))
}

function rateLimitsOf(given: Given): AuthSettings['rateLimits'] {
  const named = words(given['rate-limit'])
  if (oneOf(given, 'rate-limits', ['off', 'default'] as const) === 'off' && named.length === 0) return null
  const limits = { ...defaultRateLimits }
  if (given['rate-limits'] === 'off') {
    for (const group of Object.keys(limits) as LimitGroup[]) limits[group] = { burst: 1e9, perSeconds: 1 }
  }
  for (const text of named) {
    const [, group, burst, seconds] = /^([a-z_]+)=(\d+)\/(\d+)$/.exec(text) ?? []
    if (!group || !Object.hasOwn(limits, group)) throw new ConfigError(`rate-limit cannot be read: ${text}`)
    limits[group as LimitGroup] = { burst: Number(burst), perSeconds: Number(seconds) }
  }
  return limits
}

function kind(given: Given, type: FactorType): { enroll: boolean; verify: boolean } {
  return {
    enroll: words(given['mfa-enroll']).includes(type),
    verify: words(given['mfa-verify']).includes(type),
  }
}

function providerOf(text: string): OpenIdProvider {
  const [name, issuer, clientId, clientSecret] = text.split('|')
  if (!name || !issuer || !clientId || !clientSecret || !URL.canParse(issuer)) {
    throw new ConfigError(`openid-provider must be NAME|ISSUER|CLIENT_ID|CLIENT_SECRET, not ${text}`)
  }
  return { name, issuer, clientIds: [clientId], clientSecret, scopes: [] }
}

function testCodeOf(text: string): [string, string] {
  const [, phone, code] = /^\+?(\d{2,15})=(\d{6,10})$/.exec(text) ?? []
  if (!phone || !code) throw new ConfigError(`sms-test-codes must be NUMBER=CODE, not ${text}`)
  return [phone, code]
}

function words(list: string): string[] {
  return list.split(/[\s,]+/).filter((word) => word !== '')
}

function isOn(given: Given, name: FlagName): boolean {
  const text = given[name]
  if (!['on', 'off', 'true', 'false'].includes(text)) throw new ConfigError(`${name} must be on or off`)
  return text === 'on' || text === 'true'
}

function number(given: Given, name: FlagName): number {
  if (!/^\d{1,12}$/.test(given[name])) throw new ConfigError(`${name} must be a whole number`)
  return Number(given[name])
}

function numberOr<Fallback>(given: Given, name: FlagName, fallback: Fallback): number | Fallback {
  return given[name] === '' ? fallback : number(given, name)
}

function oneOf<const T extends string>(given: Given, name: FlagName, allowed: readonly T[]): T {
  const text = given[name]
  if (!allowed.includes(text as T)) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}`)
  return text as T
}

function address(given: Given, name: FlagName, fallback: string): string {
  const text = given[name] || fallback
  if (!URL.canParse(text)) throw new ConfigError(`${name} must be a full address`)
  return text
}
