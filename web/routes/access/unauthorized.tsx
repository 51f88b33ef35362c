import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { primaryAdminClinic } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { Button } from '#web/components/ui/button.tsx'
import { AccessCard } from '#web/features/access/access-card.tsx'
import { landingUrl } from '#web/features/shell/landing.ts'
import { currentClinicSlug, withClinic } from '#web/lib/clinic/clinic-address.ts'
import { auth } from '#web/lib/session/auth.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const texts = accessTexts.unauthorized

/** Access Denied: links to the user's dashboard, or to sign in with another account (docs/specification.md B2.3). */
export default function Unauthorized() {
  const { memberships } = useSession()
  const navigate = useNavigate()
  const adminClinic = primaryAdminClinic(memberships)
  const login = withClinic(paths.login)

  async function signInAgain(event: MouseEvent): Promise<void> {
    // with the current session, login would only redirect back
    event.preventDefault()
    await auth.signOut({ scope: 'local' })
    void navigate(login)
  }

  const dashboard = adminClinic
    ? landingUrl({ area: 'clinic', subdomain: adminClinic.subdomain ?? currentClinicSlug() })
    : withClinic(paths.dashboard)
  return (
    <AccessCard title={texts.title} lead={texts.text}>
      <div className="space-y-3">
        <Button asChild size="large" className="w-full">
          <a href={dashboard}>{texts.dashboard}</a>
        </Button>
        <Button asChild size="large" variant="outline" className="w-full">
          <Link to={login} onClick={(event) => void signInAgain(event)}>
            {texts.otherAccount}
          </Link>
        </Button>
      </div>
    </AccessCard>
  )
}
