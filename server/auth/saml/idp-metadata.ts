import { X509Certificate } from 'node:crypto'
import { DOMParser } from '@xmldom/xmldom'
import { singleSignOnTexts } from '#domain/texts/single-sign-on.ts'
import { type IdpDescription, UnusableIdp } from '#server/clinic/accounts.ts'

const rules = singleSignOnTexts.validation
const metadataNamespace = 'urn:oasis:names:tc:SAML:2.0:metadata'
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/**
 * Reads metadata of one provider (SAML 2.0 metadata, section 2.4.3), or of a list with one.
 * @throws UnusableIdp
 */
export function readIdpMetadata(xml: string): IdpDescription {
  const root = parse(xml)
  const entities = all(root, 'EntityDescriptor').filter(
    (entity) => all(entity, 'IDPSSODescriptor').length > 0,
  )
  const [entity] = root.localName === 'EntityDescriptor' ? [root] : entities.length === 1 ? entities : []
  const [descriptor] = entity ? all(entity, 'IDPSSODescriptor') : []
  const entityId = entity?.getAttribute('entityID')?.trim()
  if (!descriptor || !entityId || entityId.length > 1024) throw new UnusableIdp(rules.metadataNoProvider)
  const ssoUrl = all(descriptor, 'SingleSignOnService')
    .find((service) => service.getAttribute('Binding') === redirectBinding)
    ?.getAttribute('Location')
    ?.trim()
  if (!ssoUrl) throw new UnusableIdp(rules.metadataNoRedirect)
  const certificates = all(descriptor, 'KeyDescriptor')
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => Array.from(key.getElementsByTagNameNS('*', 'X509Certificate')))
    .flatMap((element) => readCertificates(element.textContent ?? ''))
  if (certificates.length === 0) throw new UnusableIdp(rules.metadataNoCertificate)
  return { entityId, ssoUrl, certificates: atMostFive(certificates) }
}

/**
 * Ignores the validity period: the clinic trusts the key, and providers sign with expired certificates.
 * @param text one or several PEM, or the base64 of one
 * @throws UnusableIdp
 */
export function readCertificates(text: string): string[] {
  const blocks = [...text.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g)]
  const bodies = blocks.length > 0 ? blocks.map(([, body]) => body ?? '') : [text]
  return atMostFive(bodies.map(toPem))
}

function atMostFive(certificates: string[]): string[] {
  const distinct = [...new Set(certificates)]
  if (distinct.length > 5) throw new UnusableIdp(rules.tooManyCertificates)
  return distinct
}

function toPem(base64: string): string {
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(Buffer.from(base64.replace(/\s/g, ''), 'base64'))
  } catch {
    throw new UnusableIdp(rules.certificateUnreadable)
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey
  if (type !== 'rsa' || (details?.modulusLength ?? 0) < 2048) throw new UnusableIdp(rules.certificateWeak)
  return certificate.toString()
}

function parse(xml: string): Element {
  const fail = () => {
    throw new UnusableIdp(rules.metadataUnreadable)
  }
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) fail()
  const parser = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } })
  const root = parser.parseFromString(xml.trim(), 'text/xml')?.documentElement
  if (!root || root.namespaceURI !== metadataNamespace) return fail() as never
  return root
}

const all = (element: Element, name: string) =>
  Array.from(element.getElementsByTagNameNS(metadataNamespace, name))
