import { withNamesOnOneLine } from '#domain/values/one-line.ts'
import { isStorable } from '#server/platform/storable-text.ts'
import { isEmail } from '../http/addresses.ts'

export interface ProviderProfile {
  provider: string
  /** The provider's own id of the person. */
  subject: string
  /** Lower case; null without a valid one. */
  email: string | null
  isEmailVerified: boolean
  /** `identity_data`, and the metadata of a new person. */
  data: Record<string, unknown>
}

const maxTextLength = 500

/** @param claims of an identity token or of userinfo; @returns null without a usable subject */
export function profileOf(provider: string, claims: Record<string, unknown>): ProviderProfile | null {
  const subject = textOf(claims.sub)
  if (!subject || subject.length > 255) return null
  const given = textOf(claims.email)?.trim().toLowerCase() ?? ''
  const email = given.length <= 255 && isEmail(given) ? given : null
  // some providers send it as text
  const isEmailVerified =
    email !== null && (claims.email_verified === true || claims.email_verified === 'true')
  const name = textOf(claims.name) ?? joined(textOf(claims.given_name), textOf(claims.family_name))
  const picture = webAddress(claims.picture)
  const data = {
    iss: textOf(claims.iss),
    sub: subject,
    provider_id: subject,
    name,
    full_name: name,
    picture,
    avatar_url: picture,
    email,
    email_verified: isEmailVerified,
    phone_verified: false,
  }
  const known = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null))
  return { provider, subject, email, isEmailVerified, data: withNamesOnOneLine(known) }
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string' || value === '' || !isStorable(value)) return null
  return value.slice(0, maxTextLength)
}

function joined(...parts: (string | null)[]): string | null {
  return parts.filter((part) => part !== null).join(' ') || null
}

function webAddress(value: unknown): string | null {
  const address = typeof value === 'string' && value.length <= maxTextLength ? value : ''
  return /^https:\/\//i.test(address) && URL.canParse(address) ? address : null
}
