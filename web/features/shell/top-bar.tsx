import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { useSession } from '#web/lib/session/session-context.ts'
import { RoleButton } from './role-button.tsx'
import { PublicBar, VisitorButtons } from './visitor-bar.tsx'

export function TopBar() {
  return (
    <PublicBar>
      <AccountButtons />
    </PublicBar>
  )
}

function AccountButtons() {
  const { session, isFullyLoaded } = useSession()
  if (!isFullyLoaded) return <Skeleton className="h-11 w-40 rounded-control" />
  if (!session) return <VisitorButtons />
  return (
    <>
      <RoleButton />
      <Button asChild variant="quiet">
        <Link to={paths.logout}>{shellTexts.topBar.signOut}</Link>
      </Button>
    </>
  )
}
