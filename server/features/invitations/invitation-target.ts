import { paths } from '#domain/paths.ts'
import type { Ctx } from '#server/clinic/action.ts'
import { clinicOrigin } from '#server/platform/config/config.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * The callback address of an invitation's link. Accepts only the main site's and this clinic's own callback from the
 * request, and silently replaces others (docs/threats.md T8, docs/contracts/auth.md 1.6).
 * @param wanted full address as the browser sent it
 */
export async function invitationTarget(
  tx: Tx,
  { accounts, config }: Pick<Ctx, 'accounts' | 'config'>,
  clinic: { id: string; subdomain: string },
  wanted: string | null | undefined,
): Promise<string> {
  const own = new URL(paths.inviteCallback, clinicOrigin(config, clinic.subdomain))
  if (!wanted) return own.href
  const target = await accounts.resolveOwnPage(tx, wanted)
  const url = new URL(target.url)
  const isForeign = target.clinic !== null && target.clinic.id !== clinic.id
  if (url.pathname !== paths.inviteCallback || isForeign || url.host === own.host) return own.href
  // on a shared host, `c` names the clinic
  return `${url.origin}${paths.inviteCallback}?c=${clinic.subdomain}`
}
