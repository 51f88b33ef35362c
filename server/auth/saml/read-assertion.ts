import { isStorable } from '#server/platform/storable-text.ts'
import { readFrame, SamlProblem } from './response-shape.ts'
import { samlOf, serviceProvider } from './service-provider.ts'
import type { SsoProvider } from './sso-providers.ts'

export interface Assertion {
  id: string
  expiresAt: Date
  /** When the provider requires the session to end; null: unspecified. */
  sessionEndsAt: Date | null
  nameId: { value: string; format: string } | null
  /** By attribute name; text values only. */
  attributes: Record<string, string[]>
}

const skewMs = 60_000
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** xml2js without prefixes: attributes in `$`, text in `_`, children as lists. */
interface Element {
  $?: Record<string, string>
  _?: string
  [child: string]: unknown
}

/**
 * Reads the assertion from the signed bytes only.
 * @param response SAMLResponse as posted: base64
 * @param now the product's time
 * @throws SamlProblem when anything is invalid; `WrongIssuer` for another provider's response
 */
export async function readAssertion(
  settings: { issuer: string },
  provider: SsoProvider,
  { response, requestId, now }: { response: string; requestId: string; now: Date },
): Promise<Assertion> {
  const { acsUrl } = serviceProvider(settings)
  const xml = Buffer.from(response, 'base64').toString('utf8')
  const { issuer } = readFrame(xml, { acsUrl, requestId })
  if (issuer !== provider.entity_id) throw new WrongIssuer('was issued by somebody else')

  const signed = await verify(settings, provider, { response, requestId })
  const assertion = signed.Assertion as Element | undefined
  if (!assertion || textOf(assertion, 'Issuer') !== provider.entity_id) {
    throw new SamlProblem('has no signed issuer')
  }
  const id = assertion.$?.ID
  if (!id) throw new SamlProblem('has no ID')

  const conditions = childrenOf(assertion, 'Conditions')[0]
  if (!conditions) throw new SamlProblem('has no conditions')
  requireCurrent(conditions, now)
  const confirmation = childrenOf(childrenOf(assertion, 'Subject')[0], 'SubjectConfirmation')
    .filter(({ $ }) => $?.Method === bearer)
    .flatMap((found) => childrenOf(found, 'SubjectConfirmationData'))
    .find(({ $ }) => $?.Recipient === acsUrl && $.InResponseTo === requestId)
  if (!confirmation?.$?.NotOnOrAfter) throw new SamlProblem('is not confirmed for us')
  requireCurrent(confirmation, now)
  const expiries = [conditions, confirmation].flatMap(({ $ }) => instantOf($?.NotOnOrAfter) ?? [])

  const statements = childrenOf(assertion, 'AuthnStatement')
  if (statements.length === 0) throw new SamlProblem('does not say that somebody signed in')
  const sessionEnds = statements.flatMap(({ $ }) => instantOf($?.SessionNotOnOrAfter) ?? [])
  const nameId = childrenOf(childrenOf(assertion, 'Subject')[0], 'NameID')[0]
  return {
    id,
    expiresAt: new Date(Math.max(...expiries.map(Number)) + skewMs),
    sessionEndsAt: sessionEnds.length > 0 ? new Date(Math.min(...sessionEnds.map(Number))) : null,
    nameId: nameId && usable(nameId) ? { value: usable(nameId), format: nameId.$?.Format ?? '' } : null,
    attributes: attributesOf(assertion),
  }
}

export class WrongIssuer extends SamlProblem {
  override name = 'WrongIssuer'
}

/** Checks signature, audience and InResponseTo. @returns the assertion, parsed from the signed bytes */
async function verify(
  settings: { issuer: string },
  provider: SsoProvider,
  { response, requestId }: { response: string; requestId: string },
): Promise<Element> {
  try {
    const { profile } = await samlOf(settings, provider, { requestId }).validatePostResponseAsync({
      SAMLResponse: response,
    })
    const signed = profile?.getAssertion?.()
    if (!signed) throw new Error('nobody signed in')
    return signed as Element
  } catch (cause) {
    throw new SamlProblem((cause as Error).message, { cause })
  }
}

function requireCurrent({ $ }: Element, now: Date): void {
  const [from, until] = [instantOf($?.NotBefore), instantOf($?.NotOnOrAfter)]
  if (from && from.getTime() - skewMs > now.getTime()) throw new SamlProblem('is not valid yet')
  if (until && until.getTime() + skewMs <= now.getTime()) throw new SamlProblem('is not valid any more')
}

/** xs:dateTime in UTC. @throws SamlProblem */
function instantOf(text: string | undefined): Date | null {
  if (text === undefined) return null
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text)
  if (!isInstant || Number.isNaN(Date.parse(text))) throw new SamlProblem('has an instant that is none')
  return new Date(text)
}

function attributesOf(assertion: Element): Assertion['attributes'] {
  const attributes: Assertion['attributes'] = Object.create(null)
  for (const statement of childrenOf(assertion, 'AttributeStatement')) {
    for (const attribute of childrenOf(statement, 'Attribute')) {
      const name = attribute.$?.Name
      const values = childrenOf(attribute, 'AttributeValue').flatMap((value) => usable(value) || [])
      if (name) attributes[name] = [...(attributes[name] ?? []), ...values]
    }
  }
  return attributes
}

function childrenOf(parent: Element | undefined, name: string): Element[] {
  const children = parent?.[name]
  // xml2js gives an empty string for a child without attributes and text
  return Array.isArray(children) ? children.map((child) => (typeof child === 'object' ? child : {})) : []
}

const textOf = (parent: Element, name: string) => childrenOf(parent, name)[0]?._?.trim() ?? ''

/** Empty if the text cannot be stored. */
function usable({ _ = '' }: Element): string {
  return isStorable(_) ? _.trim() : ''
}
