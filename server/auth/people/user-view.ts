import type { FactorRow, IdentityRow, UserRow } from '../rows.ts'
import { factorView } from './factor-view.ts'
import { metadataOf } from './metadata.ts'

/** As auth-js reads it (docs/contracts/auth.md 1.12); instants are ISO 8601. */
export interface IdentityView {
  identity_id: string
  id: string
  user_id: string
  identity_data: Record<string, unknown>
  provider: string
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
  email?: string
}

/** As auth-js reads it: missing e-mail and phone are `''`, unset instants are absent. */
export interface UserView {
  id: string
  aud: string
  role: string
  email: string
  phone: string
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
  identities?: IdentityView[]
  created_at: string
  updated_at: string
  is_anonymous: boolean
  [whenSet: string]: unknown
}

/**
 * @param identities null: omitted, as in lists
 * @param factors omitted when empty
 */
export function userView(
  user: UserRow,
  identities: IdentityRow[] | null,
  factors: FactorRow[] = [],
): UserView {
  const confirmedAt = [user.email_confirmed_at, user.phone_confirmed_at]
    .filter((at) => at !== null)
    .sort((a, b) => a.getTime() - b.getTime())[0]
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    ...whenSet('email_confirmed_at', user.email_confirmed_at),
    phone: user.phone ?? '',
    ...whenSet('phone_confirmed_at', user.phone_confirmed_at),
    ...whenSet('confirmed_at', confirmedAt ?? null),
    ...whenSet('invited_at', user.invited_at),
    ...whenSet('confirmation_sent_at', user.confirmation_sent_at),
    ...whenSet('recovery_sent_at', user.recovery_sent_at),
    ...whenSet('new_email', user.new_email),
    ...whenSet('email_change_sent_at', user.email_change_sent_at),
    ...whenSet('new_phone', user.new_phone),
    ...whenSet('phone_change_sent_at', user.phone_change_sent_at),
    ...whenSet('reauthentication_sent_at', user.reauthentication_sent_at),
    ...whenSet('last_sign_in_at', user.last_sign_in_at),
    app_metadata: metadataOf(user.app_metadata),
    user_metadata: metadataOf(user.user_metadata),
    ...(identities ? { identities: identities.map(identityView) } : {}),
    ...(factors.length > 0 ? { factors: factors.map(factorView) } : {}),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    ...whenSet('banned_until', user.banned_until),
    ...whenSet('deleted_at', user.deleted_at),
    is_anonymous: user.is_anonymous,
  }
}

function identityView(identity: IdentityRow): IdentityView {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: metadataOf(identity.identity_data),
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at?.toISOString() ?? null,
    created_at: identity.created_at.toISOString(),
    updated_at: identity.updated_at.toISOString(),
    ...(identity.email ? { email: identity.email } : {}),
  }
}

function whenSet(name: string, value: Date | string | null): Record<string, string> {
  if (value === null || value === '') return {}
  return { [name]: value instanceof Date ? value.toISOString() : value }
}
