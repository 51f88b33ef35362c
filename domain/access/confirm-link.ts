/** docs/contracts/auth.md 9. */
export const confirmTypes = ['signup', 'email', 'invite', 'recovery', 'magiclink', 'email_change'] as const
export type ConfirmType = (typeof confirmTypes)[number]

export interface ConfirmLink {
  tokenHash: string
  type: ConfirmType
  /** Not validated: pass it through `safeTarget`. */
  redirectTo: string | null
}

/** Null when a part is missing or the type is unknown. */
export function readConfirmLink(query: URLSearchParams): ConfirmLink | null {
  const tokenHash = query.get('token_hash')
  const type = confirmTypes.find((known) => known === query.get('type'))
  if (!tokenHash || !type) return null
  return { tokenHash, type, redirectTo: query.get('redirect_to') }
}
