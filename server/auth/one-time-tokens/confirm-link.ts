import { paths } from '#domain/paths.ts'

/** The `type` of POST /verify. */
export type LinkType = 'signup' | 'email' | 'invite' | 'recovery' | 'magiclink' | 'email_change'

/**
 * The confirm page's button posts to /verify, so that mail scanners which follow links consume nothing
 * (docs/contracts/auth.md 9).
 * @param page an address on the host of the confirm page; `redirectTo`'s host unless given
 * @param redirectTo full address on one of our hosts (`resolveRedirect`)
 */
export function confirmLink({
  linkToken,
  type,
  redirectTo,
  page = redirectTo,
}: {
  linkToken: string
  type: LinkType
  redirectTo: string
  page?: string
}): string {
  const link = new URL(paths.confirm, page)
  link.search = new URLSearchParams({ token_hash: linkToken, type, redirect_to: redirectTo }).toString()
  return link.href
}

/**
 * Encodes the target only where it would break the query, as in the reference.
 * @param externalUrl where clients reach the auth service
 */
export function verifyLinkOf(
  externalUrl: string,
  { linkToken, type, redirectTo }: { linkToken: string; type: string; redirectTo: string },
): string {
  const target = /[?&#%+]/.test(redirectTo) ? encodeURIComponent(redirectTo) : redirectTo
  return `${externalUrl}/verify?token=${linkToken}&type=${type}&redirect_to=${target}`
}
