import type { ReactNode } from 'react'
import { activeMembershipIn } from '#domain/memberships/memberships.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { ForPatients } from './for-patients.tsx'
import { ConfirmEmailNotice } from './late-email-notice.tsx'

/**
 * Content for patients with a proven address (docs/threats.md T31); others see the notice to prove it.
 *
 * @param pending skeleton of `children`
 */
export function ForProvenPatients({
  pending,
  children,
}: {
  pending: ReactNode
  children(clinic: Clinic): ReactNode
}) {
  const { memberships } = useSession()
  return (
    <ForPatients pending={pending}>
      {(clinic) =>
        activeMembershipIn(memberships, clinic.subdomain) ? children(clinic) : <ConfirmEmailNotice />
      }
    </ForPatients>
  )
}
