import { activeMembershipIn } from '#domain/memberships/memberships.ts'
import { currentClinicSlug } from '../lib/clinic/clinic-address.ts'
import { type Clinic, clinicQuery } from '../lib/clinic/clinic-query.ts'
import { queryClient } from '../lib/fetch/query-client.ts'
import type { PageModule } from '../lib/page/page-loads.ts'
import { sessionKeeper } from '../lib/session/session-keeper.ts'
import { lacksSecondStep } from '../lib/session/session-methods.ts'
import { membershipsQuery } from '../lib/session/session-queries.ts'

/**
 * Starts the reads of a patient's page as soon as its code has arrived and the clinic is known: rendering the shell
 * first would delay them. A failure is ignored, because the page retries and shows its own state.
 *
 * @returns the page
 */
export function withOpeningReads(page: PageModule['default']): PageModule['default'] {
  const slug = currentClinicSlug()
  const { session } = sessionKeeper.current()
  if (page.openingReads && slug !== null && session && !lacksSecondStep(session))
    void startReads(page.openingReads, slug, session.user.id).catch(() => undefined)
  return page
}

async function startReads(start: (clinic: Clinic) => void, slug: string, userId: string): Promise<void> {
  const [clinic, memberships] = await Promise.all([
    queryClient.ensureQueryData(clinicQuery(slug)),
    queryClient.ensureQueryData(membershipsQuery(slug, userId)),
  ])
  if (clinic && activeMembershipIn(memberships, slug)?.role === 'patient') start(clinic)
}
