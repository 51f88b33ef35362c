import { DOMParser } from '@xmldom/xmldom'

/** The message is for the log. */
export class SamlProblem extends Error {
  override name = 'SamlProblem'
}

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'
const assertions = 'urn:oasis:names:tc:SAML:2.0:assertion'
const signatures = 'http://www.w3.org/2000/09/xmldsig#'
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

const maxCharacters = 256 * 1024
const maxDepth = 32

/** No SHA-1, and no canonicalization that includes comments. */
const algorithms: Record<string, readonly string[]> = {
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
  CanonicalizationMethod: ['http://www.w3.org/2001/10/xml-exc-c14n#'],
  Transform: [
    'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
    'http://www.w3.org/2001/10/xml-exc-c14n#',
  ],
}

/**
 * Requires one shape of response before its signature is verified, because two XML parsers may read one document
 * differently: a second assertion, a duplicate ID, a comment inside a name.
 * @param xml SAMLResponse, decoded
 * @returns the unsigned frame's issuer: who may have signed the assertion
 * @throws SamlProblem
 */
export function readFrame(xml: string, expected: { acsUrl: string; requestId: string }): { issuer: string } {
  if (xml.length > maxCharacters) throw new SamlProblem('too large')
  // comments, CDATA, document types and processing instructions
  if (/<[!?]/.test(xml.replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, ''))) {
    throw new SamlProblem('holds more than elements and text')
  }
  const root = parse(xml).documentElement
  if (root?.localName !== 'Response' || root.namespaceURI !== protocol) {
    throw new SamlProblem('is no Response')
  }
  const elements = elementsOf(root)
  const found = elements.filter(({ localName }) => localName === 'Assertion')
  const [assertion] = found
  if (found.length !== 1 || assertion?.parentNode !== root || assertion.namespaceURI !== assertions) {
    throw new SamlProblem('does not hold exactly one assertion')
  }
  if (elements.some(({ localName }) => localName?.startsWith('Encrypted'))) {
    throw new SamlProblem('is encrypted')
  }
  requireUniqueIds(elements)
  requirePlainSignatures(elements, [root, assertion])

  const status = childOf(childOf(root, 'Status'), 'StatusCode')?.getAttribute('Value')
  if (status !== success) throw new SamlProblem(`status is ${status?.slice(0, 100)}`)
  const destination = root.getAttribute('Destination')
  if (destination && destination !== expected.acsUrl) throw new SamlProblem('is for another destination')
  if (root.getAttribute('InResponseTo') !== expected.requestId) {
    throw new SamlProblem('does not answer this request')
  }
  const issuer = textOf(childOf(assertion, 'Issuer'))
  const frameIssuer = childOf(root, 'Issuer')
  if (frameIssuer && textOf(frameIssuer) !== issuer) throw new SamlProblem('names two issuers')
  return { issuer }
}

function parse(xml: string): Document {
  const fail = (message: string) => {
    throw new SamlProblem(`is not well-formed: ${String(message).slice(0, 100)}`)
  }
  // warnings as well: an unquoted or repeated attribute is only a warning
  return new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } }).parseFromString(
    xml,
    'text/xml',
  )
}

function elementsOf(root: Element): Element[] {
  const found: Element[] = []
  const walk = (element: Element, depth: number): void => {
    if (depth > maxDepth) throw new SamlProblem('is too deep')
    found.push(element)
    for (let child = element.firstChild; child; child = child.nextSibling) {
      if (child.nodeType === 1) walk(child as Element, depth + 1)
    }
  }
  walk(root, 1)
  return found
}

function requireUniqueIds(elements: Element[]): void {
  const ids = elements.flatMap((element) =>
    ['ID', 'Id', 'id', 'xml:id'].map((name) => element.getAttribute(name)).filter((id) => id),
  )
  if (new Set(ids).size < ids.length) throw new SamlProblem('uses an ID twice')
}

/** At most one each for the frame and the assertion, over exactly its parent element. */
function requirePlainSignatures(elements: Element[], signable: Element[]): void {
  const found = elements.filter(
    ({ localName, namespaceURI }) => localName === 'Signature' && namespaceURI === signatures,
  )
  const owners = found.map(({ parentNode }) => parentNode as Element)
  if (owners.some((owner) => !signable.includes(owner)) || new Set(owners).size < owners.length) {
    throw new SamlProblem('is signed somewhere else')
  }
  if (!owners.includes(signable[1] as Element)) throw new SamlProblem('has an assertion that is not signed')
  for (const signature of found) {
    const inside = elementsOf(signature)
    const references = inside.filter(({ localName }) => localName === 'Reference')
    const id = (signature.parentNode as Element).getAttribute('ID')
    if (!id || references.length !== 1 || references[0]?.getAttribute('URI') !== `#${id}`) {
      throw new SamlProblem('has a signature about something else')
    }
    for (const element of inside) {
      const allowed = algorithms[element.localName ?? '']
      if (allowed && !allowed.includes(element.getAttribute('Algorithm') ?? '')) {
        throw new SamlProblem(`is signed with ${element.getAttribute('Algorithm')?.slice(0, 100)}`)
      }
    }
  }
}

function childOf(parent: Element | undefined, name: string): Element | undefined {
  if (!parent) return undefined
  const children = Array.from(parent.childNodes) as Element[]
  return children.find(({ nodeType, localName }) => nodeType === 1 && localName === name)
}

const textOf = (element: Element | undefined) => element?.textContent?.trim() ?? ''
