import { withNamesOnOneLine } from '#domain/values/one-line.ts'
import { AuthError } from '../errors.ts'
import { isEmail } from '../http/addresses.ts'
import type { Assertion } from './read-assertion.ts'
import type { SsoProvider } from './sso-providers.ts'

export interface SsoProfile {
  /** `provider` of the identity. */
  provider: string
  subject: string
  /** Lower case, at a domain that the provider's clinic has proven. */
  email: string
  isEmailVerified: true
  /** `identity_data` and the account's metadata. */
  data: Record<string, unknown>
}

/** As in the reference. */
export const ssoIdentityProvider = (providerId: string) => `sso:${providerId}`

/** SAML subject identifier attributes; otherwise NameID, unless it changes with every sign-in. */
const subjectAttributes = [
  'urn:oasis:names:tc:SAML:attribute:subject-id',
  'urn:oasis:names:tc:SAML:attribute:pairwise-id',
]
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

const emailAttributes = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'Mail',
  'email',
]
const nameAttributes = [
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'displayName',
  'name',
]
const givenNames = [
  'urn:oid:2.5.4.42',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  'givenName',
  'firstName',
]
const familyNames = [
  'urn:oid:2.5.4.4',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
  'sn',
  'lastName',
]

/**
 * @throws AuthError 400 `saml_assertion_no_user_id`, 400 `saml_assertion_no_email`, 403 `email_address_not_authorized` for
 * an address outside of the provider's proven domains
 */
export function profileOfAssertion(provider: SsoProvider, assertion: Assertion): SsoProfile {
  const { nameId } = assertion
  const firstOf = (names: readonly (string | null)[]) =>
    names.map((name) => (name ? assertion.attributes[name]?.[0] : undefined)).find((value) => value)
  const subject =
    firstOf(subjectAttributes) ?? (nameId && nameId.format !== transient ? nameId.value : undefined)
  if (!subject || subject.length > 255) {
    const message =
      'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user'
    throw new AuthError(400, 'saml_assertion_no_user_id', message)
  }
  const asserted = provider.email_attribute
    ? firstOf([provider.email_attribute])
    : (firstOf(emailAttributes) ?? (nameId?.format === emailFormat ? nameId.value : undefined))
  const email = asserted?.toLowerCase() ?? ''
  if (email === '' || email.length > 255 || !isEmail(email)) {
    const message = 'SAML Assertion does not contain an email address'
    throw new AuthError(400, 'saml_assertion_no_email', message)
  }
  if (!provider.provenDomains.includes(email.slice(email.indexOf('@') + 1))) {
    const message = 'The identity provider may not speak for this email address'
    throw new AuthError(403, 'email_address_not_authorized', message)
  }
  const parts = [firstOf(givenNames), firstOf(familyNames)].filter((part) => part)
  const fullName = (firstOf([provider.name_attribute, ...nameAttributes]) ?? parts.join(' ')).slice(0, 200)
  return {
    provider: ssoIdentityProvider(provider.id),
    subject,
    email,
    isEmailVerified: true,
    data: withNamesOnOneLine({
      iss: provider.entity_id,
      sub: subject,
      email,
      email_verified: true,
      phone_verified: false,
      ...(fullName ? { full_name: fullName, name: fullName } : {}),
    }),
  }
}
