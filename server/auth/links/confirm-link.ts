/** Kinds of links in mails, as `type` of POST /verify. */
export type LinkType = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change'

/**
 * The address behind a mail's button: a page of ours with one button that posts to /verify, so that a mail
 * scanner which follows links uses nothing up (auth-contract.md section 9). It is on the host the person came
 * from.
 *
 * @param redirectTo full address on one of our own hosts (`resolveRedirect`): where the page leads afterwards
 */
export function confirmLink({
  linkToken,
  type,
  redirectTo,
}: {
  linkToken: string
  type: LinkType
  redirectTo: string
}): string {
  const link = new URL('/auth/confirm', redirectTo)
  link.search = new URLSearchParams({ token_hash: linkToken, type, redirect_to: redirectTo }).toString()
  return link.href
}
