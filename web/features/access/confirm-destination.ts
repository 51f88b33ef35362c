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
 * Where a consumed link leads: the page named in it if it is one of ours, else the page for its type.
 *
 * The invite callback reads its tokens from the fragment (docs/specification.md A4); no other page gets them.
 */
export function confirmDestination(link: ConfirmLink, session: FreshSession, site: OwnSite): string {
  const target = new URL(safeTarget(link.redirectTo, site) ?? fallbacks[link.type], site.currentOrigin)
  if (target.pathname === paths.inviteCallback) {
    const { access_token, refresh_token } = session
    target.hash = new URLSearchParams({ access_token, refresh_token, type: link.type }).toString()
  }
  return target.href
}
