import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { standingIn } from '#domain/memberships/standing.ts'
import { portalTexts } from '#domain/texts/portal.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { NoPatientHere } from '#web/features/portal/no-patient-here.tsx'
import { WhichClinic } from '#web/features/portal/which-clinic.tsx'
import { type Clinic, useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { membershipsQuery } from '#web/lib/session/session-queries.ts'

// patients of the clinic do not need it
const OwnAccountOffer = lazy(async () => {
  const part = await loadPart(() => import('#web/features/account-offers/own-account-offer.tsx'))
  return { default: part.OwnAccountOffer }
})

/**
 * A failed read of the memberships is an error, not "you belong nowhere" (docs/domain-rules.md rule 38).
 *
 * @param pending skeleton of `children`
 */
export function ForPatients({
  pending,
  children,
}: {
  pending: ReactNode
  children(clinic: Clinic): ReactNode
}) {
  const { user } = useSession()
  const { pathname } = useLocation()
  const lookup = useClinicLookup()
  // no retry on mount: the app waits during a retry, and would mount and unmount forever
  const memberships = useQuery({ ...membershipsQuery(lookup.slug, user?.id), retryOnMount: false })

  if (memberships.isPending || lookup.status === 'loading') return pending
  if (memberships.isError) {
    return <ErrorState title={portalTexts.standing.failedTitle} onRetry={() => void memberships.refetch()} />
  }
  switch (lookup.status) {
    case 'idle':
      return <WhichClinic memberships={memberships.data} path={pathname} />
    case 'error':
      return <ErrorState title={lookup.message} onRetry={lookup.retry} />
    case 'not_found':
      return (
        <ErrorState title={shellTexts.clinicNotFoundTitle}>
          {lookup.message} {shellTexts.clinicNotFoundAdvice}
        </ErrorState>
      )
    case 'success': {
      const standing = standingIn(memberships.data, lookup.clinic.subdomain)
      if (standing === 'patient') return children(lookup.clinic)
      const noPatient = <NoPatientHere clinic={lookup.clinic} standing={standing} />
      if (standing !== 'stranger' || !user) return noPatient
      return (
        <Suspense fallback={pending}>
          <OwnAccountOffer clinic={lookup.clinic} userId={user.id} pending={pending}>
            {noPatient}
          </OwnAccountOffer>
        </Suspense>
      )
    }
  }
}
