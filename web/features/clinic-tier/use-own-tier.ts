import { adminClinics } from '#domain/memberships/memberships.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { useSession } from '#web/lib/session/session-context.ts'

/**
 * The plan of the clinic that the page is about: the hub's, on the main site that of the admin's only clinic. Null
 * while it is loaded, and for users who are no admin of exactly one.
 */
export function useOwnTier(): string | null {
  const { isFullyLoaded, memberships, subscriptionTier } = useSession()
  const slug = useClinicSlug()
  const clinics = adminClinics(memberships).filter(({ subdomain }) => !slug || subdomain === slug)
  return isFullyLoaded && clinics.length === 1 ? subscriptionTier : null
}
