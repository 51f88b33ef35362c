import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { landingAfterSignIn } from '#domain/memberships/memberships.ts'
import { currentClinicSlug, withClinic } from '#web/lib/clinic/clinic-address.ts'
import { takeAfterLogin } from '#web/lib/session/after-login.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { goTo, landingUrl } from '../shell/landing.ts'

/**
 * Redirects a signed-in user once: to the page they came from, else to their landing page (docs/specification.md A2).
 *
 * @returns true if signed in: the caller shows progress instead of its form
 */
export function useSignedInRedirect(): boolean {
  const { session, isFullyLoaded, memberships, isAdminSignUpInProgress } = useSession()
  const navigate = useNavigate()
  const hasDecided = useRef(false)
  const isReady = session !== null && isFullyLoaded && !isAdminSignUpInProgress

  useEffect(() => {
    if (!isReady || hasDecided.current) return
    hasDecided.current = true
    const remembered = takeAfterLogin()
    if (remembered) void navigate(withClinic(remembered), { replace: true })
    else goTo(landingUrl(landingAfterSignIn(memberships, currentClinicSlug())), navigate)
  }, [isReady, memberships, navigate])

  return session !== null && !isAdminSignUpInProgress
}
