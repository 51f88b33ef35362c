import { ConfigError } from './config-error.ts'
import { type Env, secret, text, words } from './read-setting.ts'
import { defaults } from './settings.ts'

export interface GoogleSettings {
  /** Client ids of our apps at Google, the web app's first. */
  clientIds: [string, ...string[]]
  clientSecret: string
  /** OpenID issuer; defaults to Google's. */
  issuer: string
}

export interface NamedProviderSettings extends GoogleSettings {
  /** The `provider` in requests: `keycloak`, `custom:clinic-group`. */
  name: string
  /** Requested in addition to `openid email profile`. */
  scopes: string[]
}

export function readGoogle(env: Env, isProduction: boolean): GoogleSettings | null {
  const [clientId, ...otherIds] = words(text(env, 'GOOGLE_CLIENT_ID') ?? '')
  if (!clientId) return null
  return {
    clientIds: [clientId, ...otherIds],
    clientSecret: secret(env, 'GOOGLE_CLIENT_SECRET', 8),
    issuer: issuer(
      'GOOGLE_ISSUER',
      text(env, 'GOOGLE_ISSUER') ?? defaults.GOOGLE_ISSUER.default,
      isProduction,
    ),
  }
}

/** OPENID_PROVIDERS: a JSON array of `{name, issuer, clientId, clientSecret, scopes?}`; all values are strings. */
export function readOpenIdProviders(env: Env, isProduction: boolean): NamedProviderSettings[] {
  const setting = 'OPENID_PROVIDERS'
  const json = text(env, setting)
  if (!json) return []
  let entries: unknown
  try {
    entries = JSON.parse(json)
  } catch {
    throw new ConfigError(`${setting} must be JSON`)
  }
  if (!Array.isArray(entries)) throw new ConfigError(`${setting} must be a JSON array`)
  const providers = entries.map((entry: Env | null) => {
    const given = entry ?? {}
    if (typeof given !== 'object' || Object.values(given).some((value) => typeof value !== 'string')) {
      throw new ConfigError(`${setting} must contain objects whose values are strings`)
    }
    const name = given.name ?? ''
    if (!/^(custom:)?[a-z][a-z0-9_-]{0,40}$/.test(name) || ['google', 'email', 'phone'].includes(name)) {
      throw new ConfigError(
        `${setting}: "${name}" cannot be a provider's name; Google has settings of its own`,
      )
    }
    const [clientId, ...otherIds] = words(given.clientId ?? '')
    if (!clientId || !given.clientSecret)
      throw new ConfigError(`${setting}: ${name} needs clientId and clientSecret`)
    return {
      name,
      issuer: issuer(`${setting}: ${name}`, given.issuer ?? '', isProduction),
      clientIds: [clientId, ...otherIds] as [string, ...string[]],
      clientSecret: given.clientSecret,
      scopes: words(given.scopes ?? ''),
    }
  })
  if (new Set(providers.map(({ name }) => name)).size < providers.length) {
    throw new ConfigError(`${setting} names a provider twice`)
  }
  return providers
}

/** Plain http lets an attacker forge a provider's tokens: only this machine may use it, in development. */
function issuer(setting: string, address: string, isProduction: boolean): string {
  const url = URL.canParse(address) ? new URL(address) : null
  const isLocal =
    !isProduction && url?.protocol === 'http:' && /^(.+\.)?localhost$|^127\.0\.0\.1$/.test(url.hostname)
  if (url?.protocol !== 'https:' && !isLocal) {
    throw new ConfigError(`${setting} must have an issuer that begins with https://`)
  }
  return address
}
