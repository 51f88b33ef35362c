import { Link, Outlet, useLocation } from 'react-router'
import { activeMembershipIn, isTeamRole } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { CurrentClinicMark } from '#web/components/clinic/current-clinic-mark.tsx'
import { LogoMark } from '#web/components/clinic/logo.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { OwnAvatar } from '#web/components/people/own-avatar.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { WhichClinic } from '#web/features/portal/which-clinic.tsx'
import { OwnMenu } from '#web/features/shell/own-menu.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinicColor } from '#web/lib/clinic/clinic-color.ts'
import { useClinicFace, useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { config } from '#web/lib/page/config.ts'
import { displayName, useSession } from '#web/lib/session/session-context.ts'

/** The shell of a ward's pages. Without the reader's own areas, so that nothing on it can be mistaken for theirs. */
export default function FamilyShell() {
  const { user, memberships } = useSession()
  const { pathname } = useLocation()
  const lookup = useClinicLookup()
  const face = useClinicFace()
  useClinicColor(face)
  const role = lookup.slug ? activeMembershipIn(memberships, lookup.slug)?.role : undefined
  const own = role !== undefined && isTeamRole(role) ? paths.clinic : paths.home
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line bg-surface print:hidden">
        <div className="mx-auto flex min-h-16 max-w-300 items-center gap-4 px-4 sm:px-6">
          {face ? <CurrentClinicMark className="size-9" /> : <LogoMark />}
          <span className="min-w-0 truncate font-display text-lead font-semibold">
            {face?.name ?? config.productName}
          </span>
          <div className="ml-auto flex items-center gap-2">
            <Button asChild variant="quiet" size="small">
              <Link to={withClinic(own)}>{guardianTexts.family.ownPage}</Link>
            </Button>
            <OwnMenu>
              <Button
                variant="quiet"
                size="icon"
                aria-label={shellTexts.ownMenu.open(user ? displayName(user) : '')}
              >
                <OwnAvatar />
              </Button>
            </OwnMenu>
          </div>
        </div>
      </header>
      <main id="content" className="mx-auto w-full max-w-180 flex-1 px-4 py-8 sm:px-6 sm:py-12">
        {lookup.status === 'idle' ? (
          <WhichClinic memberships={memberships} path={pathname} />
        ) : lookup.status === 'loading' ? (
          <Loading>
            <Skeleton className="h-40 rounded-card" />
          </Loading>
        ) : lookup.status === 'error' ? (
          <ErrorState title={lookup.message} onRetry={lookup.retry} />
        ) : lookup.status === 'not_found' ? (
          <ErrorState title={shellTexts.clinicNotFoundTitle}>
            {lookup.message} {shellTexts.clinicNotFoundAdvice}
          </ErrorState>
        ) : (
          <Outlet />
        )}
      </main>
    </div>
  )
}
