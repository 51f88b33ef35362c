import { useEffect, useState } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { landingAfterSignIn } from '#domain/memberships/memberships.ts'
import { ShellPlaceholder } from '../components/page/shell-placeholder.tsx'
import { goTo, landingUrl } from '../features/shell/landing.ts'
import { currentClinicSlug } from '../lib/clinic/clinic-address.ts'
import { useSession } from '../lib/session/session-context.ts'

// once per page load (docs/specification.md A2): a later return to /home is intentional
let hasDecided = false

/**
 * /home is the default after sign-in: redirects the team to the clinic area, and patients to their clinic's host,
 * unless `c` names a clinic.
 */
export function HomeLanding() {
  const { memberships } = useSession()
  const navigate = useNavigate()
  const [target] = useState(() => (hasDecided ? null : elsewhere()))

  useEffect(() => {
    hasDecided = true
    if (target) goTo(target, navigate)
  }, [target, navigate])

  return target ? <ShellPlaceholder /> : <Outlet />

  function elsewhere(): string | null {
    if (new URLSearchParams(location.search).has('c')) return null
    const landing = landingUrl(landingAfterSignIn(memberships, currentClinicSlug()))
    const isHere =
      new URL(landing).origin === location.origin && new URL(landing).pathname === location.pathname
    return isHere && !new URL(landing).search ? null : landing
  }
}
