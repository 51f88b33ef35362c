import { activeMemberships, isTeamRole, primaryAdminClinic } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { Button } from '#web/components/ui/button.tsx'
import { clinicUrl, currentClinicSlug } from '#web/lib/clinic/clinic-address.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { landingUrl } from './landing.ts'

/**
 * Link to the user's area: "My Clinic" for the team (to the appointments, unless admin), "My Health" for patients
 * (docs/specification.md A2).
 */
export function RoleButton() {
  const { role, memberships } = useSession()
  const slug = currentClinicSlug()
  const isTeam = isTeamRole(role)
  const adminClinic = role === 'admin' ? primaryAdminClinic(memberships) : null
  const ownClinic = activeMemberships(memberships).find((each) => isTeamRole(each.role))?.clinic?.subdomain
  const memberClinic = isTeam && role !== 'admin' ? (slug ?? ownClinic) : null
  const href = memberClinic
    ? clinicUrl(memberClinic, paths.appointments)
    : landingUrl({
        area: isTeam ? 'clinic' : 'home',
        subdomain: slug ?? adminClinic?.subdomain ?? null,
      })
  return (
    <Button asChild variant="tint">
      {/* a full URL: the clinic may be on another host */}
      <a href={href}>{isTeam ? shellTexts.topBar.myClinic : shellTexts.topBar.myHealth}</a>
    </Button>
  )
}
