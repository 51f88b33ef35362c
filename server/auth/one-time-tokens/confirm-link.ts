/** Kinds of links in mails, as `type` of POST /verify. */
export type LinkType = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change'

/**
 * The address behind a mail's button: a page of ours with one button that posts to /verify, so that a mail
 * scanner which follows links uses nothing up (docs/contracts/auth.md 9). It is on the host the person came
 * from.
 *
 * @param page an address on the host of the confirm page, when that is not where it leads
 * @param redirectTo full address on one of our own hosts (`resolveRedirect`): where the page leads afterwards
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
  const link = new URL('/auth/confirm', page)
  link.search = new URLSearchParams({ token_hash: linkToken, type, redirect_to: redirectTo }).toString()
  return link.href
}

/**
 * A link straight to GET /verify. Its target stays readable, as in the reference, unless that would break the query.
 *
 * @param externalUrl where clients reach the auth service
 */
export function verifyLinkOf(
  externalUrl: string,
  { linkToken, type, redirectTo }: { linkToken: string; type: string; redirectTo: string },
): string {
  const target = /[?&#%+]/.test(redirectTo) ? encodeURIComponent(redirectTo) : redirectTo
  return `${externalUrl}/verify?token=${linkToken}&type=${type}&redirect_to=${target}`
}
