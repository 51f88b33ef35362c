/** The fragment of /auth/callback/invite; docs/specification.md A4. */
export type InviteFragment =
  | { kind: 'tokens'; accessToken: string; refreshToken: string }
  /** One of the two tokens is missing. */
  | { kind: 'incomplete' }
  /** The auth service gives the reason. */
  | { kind: 'refused' }
  | { kind: 'none' }

/** @param fragment `location.hash`, with or without its `#` */
export function readInviteFragment(fragment: string): InviteFragment {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''))
  const accessToken = fields.get('access_token')
  const refreshToken = fields.get('refresh_token')
  if (accessToken && refreshToken) return { kind: 'tokens', accessToken, refreshToken }
  if (accessToken || refreshToken) return { kind: 'incomplete' }
  return fields.has('error') ? { kind: 'refused' } : { kind: 'none' }
}
