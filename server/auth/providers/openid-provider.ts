import type { Config } from '#server/platform/config/config.ts'

/** An OpenID Connect provider that people may sign in with. */
export interface OpenIdProvider {
  /** As `provider` in requests and on identities: `google`, `keycloak`, `custom:clinic-group`. */
  name: string
  issuer: string
  /** The first is ours in the redirect flow; identity tokens made for any of them are taken. */
  clientIds: [string, ...string[]]
  clientSecret: string
  /** Asked for beside `openid email profile`. */
  scopes: string[]
  /** Plays the network; for the local sandbox and tests. */
  fetch?: typeof fetch
  /** Part of this server: its pages are asked for on the host where the browser is. */
  isLocal?: boolean
}

/** The providers that an installation names: Google, and those of OPENID_PROVIDERS. */
export function configuredProviders(config: Pick<Config, 'google' | 'openIdProviders'>): OpenIdProvider[] {
  const google = config.google ? [{ name: 'google', scopes: [], ...config.google }] : []
  return [...google, ...config.openIdProviders]
}

/** Names that requests may use although they are not set up here: these are switched off, all others unknown. */
const namesOfProtocol = ['google', 'apple', 'azure', 'facebook', 'kakao', 'keycloak', 'snapchat']

export function isKnownName(name: string): boolean {
  return namesOfProtocol.includes(name)
}

/** How Google may name itself in an identity token, beside its issuer. */
const aliases: Record<string, string[]> = { 'https://accounts.google.com': ['accounts.google.com'] }

/** How messages call a provider that is not set up here. */
export function usualIssuer(name: string): string {
  return { google: 'https://accounts.google.com', apple: 'https://appleid.apple.com' }[name] ?? name
}

/** Every `iss` that is this provider. */
export function issuersOf(provider: OpenIdProvider): string[] {
  return [provider.issuer, ...(aliases[provider.issuer] ?? [])]
}
