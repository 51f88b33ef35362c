import { Outlet, ScrollRestoration } from 'react-router'
import { PageTransition } from '../components/page-transition.tsx'
import { SkipLink } from '../components/skip-link.tsx'
import { SessionProvider } from '../lib/session-provider.tsx'
import { SignedOut } from './signed-out.tsx'

/** Around every page: the session, the skip link, and the page transition. */
export function Root() {
  return (
    <SessionProvider>
      <SkipLink />
      <PageTransition />
      <Outlet />
      <ScrollRestoration />
      <SignedOut />
    </SessionProvider>
  )
}
