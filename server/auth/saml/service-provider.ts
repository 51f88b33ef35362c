import { generateServiceProviderMetadata, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { SamlKey } from './saml-key.ts'
import type { SsoProvider } from './sso-providers.ts'

/** The addresses by which identity providers know this installation. */
export function serviceProvider({ issuer }: { issuer: string }) {
  return {
    /** Our entity ID is where our metadata are read, as in the reference. */
    entityId: `${issuer}/sso/saml/metadata`,
    acsUrl: `${issuer}/sso/saml/acs`,
  }
}

/** Our side's metadata (SAML 2.0 metadata, section 2.4.4): entity ID, ACS address and the certificate of our requests. */
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
    // partners compare: the same text whenever they read it
    generateUniqueId: () => '_carefold',
  })
}

/** Where the browser goes to sign in: the identity provider's address with our signed request. */
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

/** The library, set up for one provider and one request. */
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
    // one signature is enough, and it has to be the assertion's
    wantAuthnResponseSigned: false,
    identifierFormat: null,
    // how somebody proves who they are is the provider's business
    disableRequestedAuthnContext: true,
    ...(key ? { privateKey: key.privateKey, signatureAlgorithm: 'sha256' as const } : {}),
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: onlyRequest(requestId),
    // the library looks at the machine's clock: read-assertion.ts checks every time by the product's
    acceptedClockSkewMs: -1,
  })
}

/** The one request that an answer may name; Postgres has it (relay-states.ts). */
function onlyRequest(requestId: string) {
  const nothing = async () => null
  return {
    saveAsync: nothing,
    removeAsync: nothing,
    getAsync: async (id: string) => (id === requestId ? new Date().toISOString() : null),
  }
}
