import { nameTexts } from '../texts/components.ts'

/** A person from `get-user-profiles` or `get_users_by_ids`, in either spelling of the specification. */
export interface UserProfile {
  id: string
  email: string | null
  raw_user_meta_data?: Record<string, unknown> | null
  metadata?: Record<string, unknown> | null
}

/** @param others names from other sources, in order of preference */
export function personName(
  profile: UserProfile | undefined,
  userId: string | null,
  ...others: (string | null | undefined)[]
): string {
  return nameFrom(metadataOf(profile)) ?? others.find(Boolean) ?? fallbackName(userId)
}

/** Null without one. */
export function nameFrom(details: Record<string, unknown>): string | null {
  const composed = [text(details, 'first_name', 'firstName'), text(details, 'last_name', 'lastName')]
    .filter(Boolean)
    .join(' ')
  return composed || text(details, 'name', 'full_name')
}

/** Replaces a missing name: the start of the account's id; for a missing account the invited address, else a text. */
export function fallbackName(userId: string | null, invitedEmail?: string | null): string {
  return userId ? nameTexts.unnamed(userId.slice(0, 8)) : invitedEmail || nameTexts.pendingUser
}

/** Users write their metadata: it can contain anything. */
export function metadataOf(profile: UserProfile | undefined): Record<string, unknown> {
  return profile?.raw_user_meta_data ?? profile?.metadata ?? {}
}

function text(details: Record<string, unknown>, ...keys: string[]): string | null {
  const found = keys
    .map((key) => details[key])
    .find((value) => typeof value === 'string' && value.trim() !== '')
  return typeof found === 'string' ? found.trim() : null
}
