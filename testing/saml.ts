import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { selfSignedCertificate } from '#server/auth/saml/self-signed-certificate.ts'
import { siteUrl, type TestAuth } from './auth.ts'
import { aChallenge } from './openid.ts'
import type { TestClinic } from './people.ts'

export const acsUrl = `${siteUrl}/auth/v1/sso/saml/acs`
export const spEntityId = `${siteUrl}/auth/v1/sso/saml/metadata`

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256'

/** What a request asks of the identity provider. */
export interface SamlRequest {
  id: string
  relayState: string
  /** The whole AuthnRequest. */
  xml: string
  url: URL
}

/** What an answer says; everything has a right value unless a test says otherwise. */
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
  /** What is signed. */
  sign?: 'assertion' | 'response' | 'both' | 'nothing'
  signatureAlgorithm?: string
  digestAlgorithm?: string
  canonicalForm?: string
  /** Changes the assertion before it is signed. */
  beforeSigning?(xml: string): string
}

/** An identity provider with keys of its own. */
export interface TestIdp {
  entityId: string
  ssoUrl: string
  certificate: string
  metadata: string
  /** A whole Response, XML. */
  response(test: TestAuth, request: SamlRequest, wish?: ResponseWish): string
  sign(xml: string, elementId: string, options?: ResponseWish): string
}

export function openTestIdp(name = `idp-${randomBytes(3).toString('hex')}`): TestIdp {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const certificate = selfSignedCertificate(createPrivateKey(key), name)
  const entityId = `https://${name}.idp.test/metadata`
  const ssoUrl = `https://${name}.idp.test/sso?tenant=7`
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
    // after the Issuer, as the schema has it
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
    response(test, request, wish = {}) {
      const at = (offset: string) => {
        const [, sign1, minutes] = /^([+-]?)(\d+)m$/.exec(offset) ?? []
        const shift = Number(`${sign1 ?? ''}${minutes}`) * 60_000
        return new Date(test.clock.now().getTime() + shift).toISOString()
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
      const audience = wish.audience === undefined ? spEntityId : wish.audience
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
      }Recipient="${wish.recipient ?? acsUrl}" InResponseTo="${wish.subjectInResponseTo ?? request.id}"/></saml:SubjectConfirmation></saml:Subject>${
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
      const destination = wish.destination === undefined ? acsUrl : wish.destination
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

/** A clinic's trust in an identity provider, straight in the database. */
export async function aSsoProvider(
  test: Pick<TestAuth, 'db'>,
  clinic: Pick<TestClinic, 'id'>,
  idp: TestIdp,
  changes: { domains?: string[]; emailAttribute?: string; joinsAnyone?: boolean; disabled?: boolean } = {},
): Promise<string> {
  const { domains = ['clinic.test'], emailAttribute = null, joinsAnyone = true, disabled = false } = changes
  const [row] = await test.db.asOwner<{ id: string }>(
    `insert into public.sso_providers (clinic_id, name, entity_id, sso_url, certificates, domains, email_attribute, joins_anyone, disabled_at)
     values ($1, 'Clinic login', $2, $3, $4, $5, $6, $7, case when $8 then now() end) returning id`,
    [clinic.id, idp.entityId, idp.ssoUrl, [idp.certificate], domains, emailAttribute, joinsAnyone, disabled],
  )
  if (!row) throw new Error('no provider was made')
  return row.id
}

/** POST /sso. @returns the request as the identity provider gets it, and the browser's verifier */
export async function beginSso(
  test: TestAuth,
  providerId: string,
  body: Record<string, unknown> = {},
): Promise<{ request: SamlRequest; verifier: string }> {
  const pkce = aChallenge()
  const answer = await test.send('POST', '/sso', {
    body: { provider_id: providerId, skip_http_redirect: true, ...pkce.query, ...body },
  })
  if (answer.status !== 200) throw new Error(`no sign-in was begun: ${JSON.stringify(answer.body)}`)
  return { request: readSamlRequest(answer.body.url), verifier: pkce.verifier }
}

export function readSamlRequest(address: string): SamlRequest {
  const url = new URL(address)
  const deflated = Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')
  const xml = inflateRawSync(deflated).toString('utf8')
  const id = /ID="([^"]+)"/.exec(xml)?.[1] ?? ''
  return { id, relayState: url.searchParams.get('RelayState') ?? '', xml, url }
}

/** The identity provider's form arrives at our address. @returns where the browser is sent */
export async function postResponse(
  test: TestAuth,
  request: Pick<SamlRequest, 'relayState'>,
  xml: string,
): Promise<{ status: number; location: URL }> {
  const form = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: request.relayState }
  const answer = await test.send('POST', '/sso/saml/acs', {
    rawBody: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const location = answer.headers.get('location')
  if (!location) throw new Error(`no redirect: ${answer.status} ${JSON.stringify(answer.body)}`)
  return { status: answer.status, location: new URL(location) }
}
