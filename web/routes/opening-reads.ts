import type { Session } from '@supabase/auth-js'
import { activeMembershipIn } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { currentClinicSlug } from '../lib/clinic/clinic-address.ts'
import { type Clinic, clinicQuery } from '../lib/clinic/clinic-query.ts'
import { queryClient } from '../lib/fetch/query-client.ts'
import { loadPart } from '../lib/page/page-chunks.ts'
import type { PageModule } from '../lib/page/page-loads.ts'
import { sessionKeeper } from '../lib/session/session-keeper.ts'
import { lacksSecondStep } from '../lib/session/session-methods.ts'
import { membershipsQuery } from '../lib/session/session-queries.ts'

type Reads = (clinic: Clinic) => void

/*
 * The reads of a patient's page, in modules without components: their file arrives before the app's, which they must not
 * import (scripts/web/web-chunks.ts, docs/decisions/0223).
 */
const early: Readonly<Record<string, () => Promise<{ openingReads: Reads }>>> = {
  [paths.home]: () => import('./portal/home-reads.ts'),
  [paths.pay]: () => import('./portal/pay-reads.ts'),
}

const started = new WeakSet<Reads>()

/** Starts the reads of the page that the address names, while the app's file still loads. */
export async function startOpeningReads(): Promise<void> {
  const load = early[location.pathname]
  // without a connection the page starts them
  const reads = load && (await loadPart(load, null).catch(() => null))
  if (reads) startOnce(reads.openingReads)
}

/**
 * Starts the reads of a patient's page as soon as its code has arrived and the clinic is known: rendering the shell
 * first would delay them. A failure is ignored, because the page retries and shows its own state.
 *
 * @returns the page
 */
export function withOpeningReads(page: PageModule['default']): PageModule['default'] {
  if (page.openingReads) startOnce(page.openingReads)
  return page
}

function startOnce(reads: Reads): void {
  const slug = currentClinicSlug()
  const { session } = sessionKeeper.current()
  if (started.has(reads) || slug === null || !session || lacksSecondStep(session)) return
  started.add(reads)
  void startReads(reads, slug, session).catch(() => undefined)
}

async function startReads(start: Reads, slug: string, { user }: Session): Promise<void> {
  const [clinic, memberships] = await Promise.all([
    queryClient.ensureQueryData(clinicQuery(slug)),
    queryClient.ensureQueryData(membershipsQuery(slug, user.id)),
  ])
  if (clinic && activeMembershipIn(memberships, slug)?.role === 'patient') start(clinic)
}
