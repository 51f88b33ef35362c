import type { Ctx } from '#server/clinic/action.ts'
import { clinicOrigin } from '#server/platform/config/config.ts'

/** The host of the clinic whose page was used, else the main site's. */
export function ownOrigin({ config, actor }: Pick<Ctx, 'config' | 'actor'>): string {
  return actor.clinicSubdomain ? clinicOrigin(config, actor.clinicSubdomain) : config.mainOrigin
}
