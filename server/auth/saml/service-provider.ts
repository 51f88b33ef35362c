import { generateServiceProviderMetadata, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { SamlKey } from './saml-key.ts'
import type { SsoProvider } from './sso-providers.ts'

export function serviceProvider({ issuer }: { issuer: string }) {
  return {
    /** The URL of our metadata, as in the reference. */
    entityId: `${issuer}/sso/saml/metadata`,
    acsUrl: `${issuer}/sso/saml/acs`,
  }
}

/** SAML 2.0 metadata, section 2.4.4 */
export function serviceProviderMetadata(settings: { issuer: string }, key: SamlKey): string {
  const { entityId, acsUrl } = serviceProvider(settings)
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    privateKey: key.privateKey,
    publicCerts: key.certificate,
    signatureAlgorithm: 'sha256',
    wantAssertionsSigned: true,
    identifierFormat: null,
    // deterministic, because partners compare it
    generateUniqueId: () => '_carefold',
  })
}

/** The identity provider's address with our signed request. */
export function signInUrl(
  settings: { issuer: string },
  key: SamlKey,
  provider: SsoProvider,
  request: { id: string; relayState: string },
): Promise<string> {
  return samlOf(settings, provider, { key, requestId: request.id }).getAuthorizeUrlAsync(
    request.relayState,
    undefined,
    {},
  )
}

export function samlOf(
  settings: { issuer: string },
  provider: SsoProvider,
  { key, requestId }: { key?: SamlKey; requestId: string },
): SAML {
  const { entityId, acsUrl } = serviceProvider(settings)
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl: acsUrl,
    entryPoint: provider.sso_url,
    idpCert: provider.certificates,
    wantAssertionsSigned: true,
    // the assertion's signature suffices
    wantAuthnResponseSigned: false,
    identifierFormat: null,
    // the provider decides how people authenticate
    disableRequestedAuthnContext: true,
    ...(key ? { privateKey: key.privateKey, signatureAlgorithm: 'sha256' as const } : {}),
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: onlyRequest(requestId),
    // off, since the library uses the machine's clock: read-assertion.ts checks times by the product's
    acceptedClockSkewMs: -1,
  })
}

/** The library's request cache; Postgres has the real state (relay-states.ts). */
function onlyRequest(requestId: string) {
  const nothing = async () => null
  return {
    saveAsync: nothing,
    removeAsync: nothing,
    getAsync: async (id: string) => (id === requestId ? new Date().toISOString() : null),
  }
}
