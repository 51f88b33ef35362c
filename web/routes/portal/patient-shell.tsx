import { Link, Outlet, useLocation } from 'react-router'
import { activeMembershipIn } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { CurrentClinicMark } from '#web/components/clinic/current-clinic-mark.tsx'
import { LogoMark } from '#web/components/clinic/logo.tsx'
import { OwnAvatar } from '#web/components/people/own-avatar.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { MessagesButton } from '#web/features/messages/messages-button.tsx'
import type { Area } from '#web/features/shell/area.ts'
import { OwnMenu } from '#web/features/shell/own-menu.tsx'
import { isCurrentArea, patientAreas } from '#web/features/shell/patient-areas.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinicColor } from '#web/lib/clinic/clinic-color.ts'
import { useClinicFace, useClinicLookup, useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { OtherZone } from '#web/lib/clinic/page-zone.ts'
import { config } from '#web/lib/page/config.ts'
import { displayName, useSession } from '#web/lib/session/session-context.ts'

/** The patient area's shell: navigation in the top bar, on phones in a bottom bar; one column of 720 px. */
export default function PatientShell() {
  const { user, memberships } = useSession()
  const { clinic } = useClinicLookup()
  const isPatient = clinic !== null && activeMembershipIn(memberships, clinic.subdomain)?.role === 'patient'
  const face = useClinicFace()
  const isMainSite = useClinicSlug() === null
  // without a clinic there are no appointments (docs/specification.md A2)
  const areas = patientAreas.filter(({ path }) => !isMainSite || path !== paths.appointments)
  useClinicColor(face)
  const name = user ? displayName(user) : ''

  return (
    <div className="flex min-h-[var(--visible-height,100dvh)] flex-col pb-[calc(4.25rem+env(safe-area-inset-bottom))] in-data-keyboard:pb-0 md:pb-0">
      <header className="border-b border-line bg-surface print:hidden">
        <div className="mx-auto flex min-h-16 max-w-300 items-center gap-4 px-4 sm:px-6">
          {face ? <CurrentClinicMark className="size-9" /> : isMainSite && <LogoMark />}
          <span className="line-clamp-2 min-w-0 py-1 font-display text-lead leading-tight font-semibold">
            {face?.name ?? (isMainSite && config.productName)}
          </span>
          <nav aria-label={shellTexts.navigation.label} className="mx-auto hidden self-stretch md:block">
            <ul className="flex h-full gap-2">
              {areas.map((area) => (
                <li key={area.path} className="flex">
                  <TopLink area={area} />
                </li>
              ))}
            </ul>
          </nav>
          <div className="ml-auto flex items-center gap-1 md:ml-0">
            {isPatient && user && <MessagesButton clinic={clinic} userId={user.id} />}
            <OwnMenu>
              <Button variant="quiet" size="icon" aria-label={shellTexts.ownMenu.open(name)}>
                <OwnAvatar />
              </Button>
            </OwnMenu>
          </div>
        </div>
      </header>
      <main
        id="content"
        className="mx-auto w-full max-w-180 flex-1 px-4 py-6 in-data-keyboard:py-2 sm:px-6 sm:py-12 has-[.thread-page]:flex has-[.thread-page]:flex-col"
      >
        <OtherZone value={clinic?.time_zone}>
          <Outlet />
        </OtherZone>
      </main>
      <nav
        aria-label={shellTexts.navigation.label}
        className="bottom-bar fixed inset-x-0 bottom-0 z-10 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] in-data-keyboard:hidden md:hidden print:hidden"
      >
        <ul className="flex">
          {areas.map((area) => (
            <li key={area.path} className="flex-1">
              <BottomLink area={area} />
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

function TopLink({ area }: { area: Area }) {
  const isCurrent = isCurrentArea(area.path, useLocation().pathname)
  return (
    <Link
      to={withClinic(area.path)}
      aria-current={isCurrent ? 'page' : undefined}
      className={cn(
        'flex min-h-11 items-center border-b-2 px-4 font-semibold -outline-offset-2',
        isCurrent ? 'border-primary text-primary' : 'border-transparent text-muted hover:text-ink',
      )}
    >
      {area.label}
    </Link>
  )
}

function BottomLink({ area }: { area: Area }) {
  const Icon = area.icon
  const isCurrent = isCurrentArea(area.path, useLocation().pathname)
  return (
    <Link
      to={withClinic(area.path)}
      aria-current={isCurrent ? 'page' : undefined}
      className={cn(
        'flex min-h-17 flex-col items-center justify-center gap-1 text-note font-semibold -outline-offset-2',
        isCurrent ? 'text-primary' : 'text-muted',
      )}
    >
      <Icon aria-hidden className="size-6" />
      {area.label}
    </Link>
  )
}
