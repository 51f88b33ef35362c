import { isTeamRole, primaryAdminClinic } from '#domain/memberships/memberships.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { Button } from '#web/components/ui/button.tsx'
import { currentClinicSlug } from '#web/lib/clinic-address.ts'
import { useSession } from '#web/lib/session-context.ts'
import { landingUrl } from './landing.ts'

/** The button that leads a signed-in person to their own area: "My Clinic" for the team, "My Health" for patients. */
export function RoleButton() {
  const { role, memberships } = useSession()
  const slug = currentClinicSlug()
  const isTeam = isTeamRole(role)
  const adminClinic = role === 'admin' ? primaryAdminClinic(memberships) : null
  const href = landingUrl({
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
