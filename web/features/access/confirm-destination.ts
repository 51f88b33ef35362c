import type { ConfirmLink } from '#domain/access/confirm-link.ts'
import { paths } from '#domain/paths.ts'
import { type OwnSite, safeTarget } from '#domain/redirects.ts'
import type { FreshSession } from './confirm-token.ts'

const fallbacks: Record<ConfirmLink['type'], string> = {
  signup: paths.confirmEmail,
  email: paths.confirmEmail,
  invite: paths.inviteCallback,
  recovery: paths.updatePassword,
  magiclink: paths.login,
  email_change: paths.confirmEmail,
}

/**
 * Where a used link leads: the page named in it if it is on our hosts, else the page for its type. Only the invite
 * callback gets the tokens, in its fragment (docs/specification.md A4).
 */
export function confirmDestination(link: ConfirmLink, session: FreshSession, site: OwnSite): string {
  const target = new URL(safeTarget(link.redirectTo, site) ?? fallbacks[link.type], site.currentOrigin)
  if (target.pathname === paths.inviteCallback) {
    const { access_token, refresh_token } = session
    target.hash = new URLSearchParams({ access_token, refresh_token, type: link.type }).toString()
  }
  return target.href
}
