import { Link, Outlet, useLocation } from 'react-router'
import { paths } from '#domain/paths.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { ClinicMark } from '#web/components/clinic/clinic-mark.tsx'
import { LogoMark } from '#web/components/clinic/logo.tsx'
import { OwnAvatar } from '#web/components/people/own-avatar.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { OwnMenu } from '#web/features/shell/own-menu.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinicColor } from '#web/lib/clinic/clinic-color.ts'
import { useClinicFace, useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { config } from '#web/lib/page/config.ts'
import { rememberAfterLogin } from '#web/lib/session/after-login.ts'
import { displayName, useSession } from '#web/lib/session/session-context.ts'

export default function JoinLayout() {
  const { user, hasLoaded } = useSession()
  const face = useClinicFace()
  const isMainSite = useClinicSlug() === null
  useClinicColor(face)
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex min-h-16 max-w-300 items-center gap-3 px-4 sm:gap-4 sm:px-6">
          {face ? <ClinicMark name={face.name} className="size-9" /> : isMainSite && <LogoMark />}
          <span className="line-clamp-2 min-w-0 flex-1 py-1 font-display text-lead leading-tight font-semibold">
            {face?.name ?? (isMainSite && config.productName)}
          </span>
          {hasLoaded && (user ? <SignedIn name={displayName(user)} /> : <SignedOut />)}
        </div>
      </header>
      <main id="content" className="mx-auto w-full max-w-300 flex-1 px-4 py-8 sm:px-6 sm:py-12">
        <Outlet />
      </main>
    </div>
  )
}

function SignedIn({ name }: { name: string }) {
  return (
    <>
      <Button asChild variant="quiet" className="max-sm:px-2">
        <Link to={withClinic(paths.dashboard)}>{checkoutTexts.toPortal}</Link>
      </Button>
      <OwnMenu>
        <Button variant="quiet" size="icon" aria-label={shellTexts.ownMenu.open(name)}>
          <OwnAvatar />
        </Button>
      </OwnMenu>
    </>
  )
}

function SignedOut() {
  const { pathname, search } = useLocation()
  return (
    <Button asChild variant="quiet">
      <Link to={withClinic(paths.login)} onClick={() => rememberAfterLogin(pathname + search)}>
        {checkoutTexts.logIn}
      </Link>
    </Button>
  )
}
