import { createRemoteJWKSet, customFetch, type FetchImplementation, type JWTVerifyGetKey } from 'jose'
import * as openid from 'openid-client'
import type { Logger } from '#server/platform/log.ts'
import { watchedFetch } from '#server/platform/outgoing-calls.ts'
import { AuthError } from '../errors.ts'
import type { OpenIdProvider } from './openid-provider.ts'

export interface ProviderClient {
  provider: OpenIdProvider
  /**
   * Cached for an hour.
   * @throws AuthError 503 `unexpected_failure` while the provider cannot be reached
   */
  configuration(): Promise<openid.Configuration>
  /**
   * Fetched again for an unknown key.
   * @throws AuthError 503 `unexpected_failure` while the provider cannot be reached
   */
  keys(): Promise<JWTVerifyGetKey>
}

const timeoutSeconds = 4
const cacheMs = 3600_000

/** @param now the machine's time in milliseconds */
export function providerClients(
  providers: OpenIdProvider[],
  { log, now }: { log: Logger; now: () => number },
): Map<string, ProviderClient> {
  return new Map(providers.map((provider) => [provider.name, clientOf(provider, log, now)]))
}

function clientOf(provider: OpenIdProvider, log: Logger, now: () => number): ProviderClient {
  let keys: { of: openid.Configuration; keys: JWTVerifyGetKey } | null = null
  let known: { found: Promise<openid.Configuration>; at: number } | null = null
  async function configuration(): Promise<openid.Configuration> {
    if (!known || now() - known.at > cacheMs) known = { found: discover(provider), at: now() }
    try {
      return await known.found
    } catch (error) {
      known = null
      throw unreachable(error)
    }
  }

  function unreachable(error: unknown): AuthError {
    log.warn('auth.provider_unreachable', { provider: provider.name, error })
    return new AuthError(503, 'unexpected_failure', `The provider ${provider.name} cannot be reached`)
  }

  return {
    provider,
    configuration,
    async keys() {
      const current = await configuration()
      if (keys?.of !== current) {
        const address = current.serverMetadata().jwks_uri
        if (!address) throw unreachable(new Error('the provider names no keys'))
        const options = { timeoutDuration: timeoutSeconds * 1000, [customFetch]: fetchOf(provider) }
        keys = { of: current, keys: createRemoteJWKSet(new URL(address), options) }
      }
      return keys.keys
    },
  }
}

/** Both libraries describe the same function more narrowly. */
const fetchOf = ({ fetch: own }: OpenIdProvider) =>
  watchedFetch('openid', own) as FetchImplementation & openid.CustomFetch

function discover(provider: OpenIdProvider): Promise<openid.Configuration> {
  const isPlainHttp = provider.issuer.startsWith('http:')
  return openid.discovery(
    new URL(provider.issuer),
    provider.clientIds[0],
    provider.clientSecret,
    openid.ClientSecretPost(provider.clientSecret),
    {
      timeout: timeoutSeconds,
      execute: [
        // verify signatures although the token comes directly from the provider over TLS
        openid.enableNonRepudiationChecks,
        // the config allows plain http on this machine only
        ...(isPlainHttp ? [openid.allowInsecureRequests] : []),
      ],
      [openid.customFetch]: fetchOf(provider),
    },
  )
}
