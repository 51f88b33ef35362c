import type { Config } from '#server/platform/config/config.ts'

export interface OpenIdProvider {
  /** As `provider` in requests and on identities: `google`, `keycloak`, `custom:clinic-group`. */
  name: string
  issuer: string
  /** The first is used in the redirect flow; identity tokens for any of them are accepted. */
  clientIds: [string, ...string[]]
  clientSecret: string
  /** Requested in addition to `openid email profile`. */
  scopes: string[]
  /** Replaces the network, for the local sandbox and tests. */
  fetch?: typeof fetch
  /** Its pages are opened on the browser's current host. */
  isLocal?: boolean
}

/** Google, and those of OPENID_PROVIDERS. */
export function configuredProviders(config: Pick<Config, 'google' | 'openIdProviders'>): OpenIdProvider[] {
  const google = config.google ? [{ name: 'google', scopes: [], ...config.google }] : []
  return [...google, ...config.openIdProviders]
}

/** Names of the protocol are reported as disabled unless configured, others as unknown. */
const namesOfProtocol = ['google', 'apple', 'azure', 'facebook', 'kakao', 'keycloak', 'snapchat']

export function isKnownName(name: string): boolean {
  return namesOfProtocol.includes(name)
}

/** Other values of `iss` that Google uses. */
const aliases: Record<string, string[]> = { 'https://accounts.google.com': ['accounts.google.com'] }

/** For messages about a provider that is not configured. */
export function usualIssuer(name: string): string {
  return { google: 'https://accounts.google.com', apple: 'https://appleid.apple.com' }[name] ?? name
}

export function issuersOf(provider: OpenIdProvider): string[] {
  return [provider.issuer, ...(aliases[provider.issuer] ?? [])]
}
