import { isTeamRole } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { Button } from '#web/components/ui/button.tsx'
import { AccessCard } from '#web/features/access/access-card.tsx'
import { AccessProgress } from '#web/features/access/access-progress.tsx'
import { mainUrl, withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const texts = accessTexts.notFound

export default function NotFound() {
  const { session, role, isFullyLoaded } = useSession()
  if (!isFullyLoaded) return <AccessProgress text={accessTexts.login.loading} />
  return (
    <AccessCard title={texts.title} lead={texts.text}>
      <Button asChild size="large" className="w-full">
        {session ? (
          <a href={withClinic(isTeamRole(role) ? paths.clinic : paths.dashboard)}>{texts.dashboard}</a>
        ) : (
          <a href={mainUrl(paths.landing)}>{shellTexts.goToHomepage}</a>
        )}
      </Button>
    </AccessCard>
  )
}
