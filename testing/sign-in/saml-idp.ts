import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { selfSignedCertificate } from '#server/auth/saml/self-signed-certificate.ts'
import type { Clock } from '#server/platform/clock.ts'

/** The product as an identity provider knows it. */
export function serviceProviderAt(origin: string) {
  return { entityId: `${origin}/auth/v1/sso/saml/metadata`, acsUrl: `${origin}/auth/v1/sso/saml/acs` }
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256'

export interface SamlRequest {
  id: string
  relayState: string
  xml: string
  url: URL
}

/** Every field has a valid default. */
export interface ResponseWish {
  id?: string
  assertionId?: string
  issuer?: string
  nameId?: string | null
  nameIdFormat?: string
  audience?: string | null
  destination?: string | null
  recipient?: string
  inResponseTo?: string | null
  subjectInResponseTo?: string
  confirmation?: string
  notBefore?: string
  notOnOrAfter?: string
  subjectNotOnOrAfter?: string | null
  sessionNotOnOrAfter?: string
  authnStatement?: boolean
  conditions?: boolean
  attributes?: Record<string, string | string[]>
  status?: string
  sign?: 'assertion' | 'response' | 'both' | 'nothing'
  signatureAlgorithm?: string
  digestAlgorithm?: string
  canonicalForm?: string
  /** Changes the assertion before it is signed. */
  beforeSigning?(xml: string): string
}

/** With its own keys. */
export interface TestIdp {
  entityId: string
  ssoUrl: string
  certificate: string
  metadata: string
  response(product: { clock: Clock }, request: SamlRequest, wish?: ResponseWish): string
  sign(xml: string, elementId: string, options?: ResponseWish): string
}

/** @param options its URLs, and the product it knows */
export function openTestIdp(
  name = `idp-${randomBytes(3).toString('hex')}`,
  options: { ssoUrl?: string; productOrigin?: string } = {},
): TestIdp {
  const product = serviceProviderAt(options.productOrigin ?? 'http://carefold.localhost:3000')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const certificate = selfSignedCertificate(createPrivateKey(key), name)
  const entityId = `https://${name}.idp.test/metadata`
  const ssoUrl = options.ssoUrl ?? `https://${name}.idp.test/sso?tenant=7`
  const inMetadata = certificate.replace(/-----[^-]+-----|\s/g, '')

  const sign: TestIdp['sign'] = (xml, elementId, options = {}) => {
    const signer = new SignedXml({
      privateKey: key,
      signatureAlgorithm: (options.signatureAlgorithm ?? rsaSha256) as never,
      canonicalizationAlgorithm: exclusive,
    })
    signer.addReference({
      xpath: `//*[@ID='${elementId}']`,
      transforms: [enveloped, (options.canonicalForm ?? exclusive) as never],
      digestAlgorithm: (options.digestAlgorithm ?? sha256) as never,
    })
    // after the Issuer, as the schema requires
    const reference = `//*[@ID='${elementId}']/*[local-name(.)='Issuer']`
    signer.computeSignature(xml, { location: { reference, action: 'after' } })
    return signer.getSignedXml()
  }

  return {
    entityId,
    ssoUrl,
    certificate,
    metadata: `<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${inMetadata}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://${name}.idp.test/post"/>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${ssoUrl}"/>
  </IDPSSODescriptor>
</EntityDescriptor>`,
    sign,
    response({ clock }, request, wish = {}) {
      const at = (offset: string) => {
        const [, sign1, minutes] = /^([+-]?)(\d+)m$/.exec(offset) ?? []
        const shift = Number(`${sign1 ?? ''}${minutes}`) * 60_000
        return new Date(clock.now().getTime() + shift).toISOString()
      }
      const instant = (text: string) => (/m$/.test(text) ? at(text) : text)
      const id = wish.id ?? `_r${randomBytes(8).toString('hex')}`
      const assertionId = wish.assertionId ?? `_a${randomBytes(8).toString('hex')}`
      const issuer = wish.issuer ?? entityId
      const answered = wish.inResponseTo === undefined ? request.id : wish.inResponseTo
      const attribute = (attributeName: string, value: string | string[]) =>
        `<saml:Attribute Name="${attributeName}">${[value]
          .flat()
          .map((text) => `<saml:AttributeValue>${text}</saml:AttributeValue>`)
          .join('')}</saml:Attribute>`
      const attributes = Object.entries(wish.attributes ?? {})
      const format = wish.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
      const until = wish.subjectNotOnOrAfter === undefined ? '5m' : wish.subjectNotOnOrAfter
      const audience = wish.audience === undefined ? product.entityId : wish.audience
      const conditions = `<saml:Conditions NotBefore="${instant(wish.notBefore ?? '-1m')}" NotOnOrAfter="${instant(wish.notOnOrAfter ?? '5m')}">${
        audience === null
          ? ''
          : `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`
      }</saml:Conditions>`
      const assertion = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${assertionId}" Version="2.0" IssueInstant="${at('0m')}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject>${
        wish.nameId === null
          ? ''
          : `<saml:NameID Format="${format}">${wish.nameId ?? 'staff-1'}</saml:NameID>`
      }<saml:SubjectConfirmation Method="${wish.confirmation ?? 'urn:oasis:names:tc:SAML:2.0:cm:bearer'}"><saml:SubjectConfirmationData ${
        until === null ? '' : `NotOnOrAfter="${instant(until)}" `
      }Recipient="${wish.recipient ?? product.acsUrl}" InResponseTo="${wish.subjectInResponseTo ?? request.id}"/></saml:SubjectConfirmation></saml:Subject>${
        wish.conditions === false ? '' : conditions
      }${
        wish.authnStatement === false
          ? ''
          : `<saml:AuthnStatement AuthnInstant="${at('0m')}"${
              wish.sessionNotOnOrAfter ? ` SessionNotOnOrAfter="${wish.sessionNotOnOrAfter}"` : ''
            }><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`
      }${
        attributes.length
          ? `<saml:AttributeStatement>${attributes.map(([key1, value]) => attribute(key1, value)).join('')}</saml:AttributeStatement>`
          : ''
      }</saml:Assertion>`
      const destination = wish.destination === undefined ? product.acsUrl : wish.destination
      const frame = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${id}" Version="2.0" IssueInstant="${at('0m')}"${
        destination === null ? '' : ` Destination="${destination}"`
      }${answered === null ? '' : ` InResponseTo="${answered}"`}><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${
        wish.status ?? 'Success'
      }"/></samlp:Status>${assertion}</samlp:Response>`
      let xml = wish.beforeSigning?.(frame) ?? frame
      const what = wish.sign ?? 'assertion'
      if (what === 'assertion' || what === 'both') xml = sign(xml, assertionId, wish)
      if (what === 'response' || what === 'both') xml = sign(xml, id, wish)
      return xml
    },
  }
}

/** Reads the request in the browser's redirect. */
export function readSamlRequest(address: string): SamlRequest {
  const url = new URL(address)
  const deflated = Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')
  const xml = inflateRawSync(deflated).toString('utf8')
  const id = /ID="([^"]+)"/.exec(xml)?.[1] ?? ''
  return { id, relayState: url.searchParams.get('RelayState') ?? '', xml, url }
}
