import { lazy, Suspense } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { PageTransition } from '../components/page-transition.tsx'
import { SkipLink } from '../components/skip-link.tsx'
import { loadPart } from '../lib/page-chunks.ts'
import { useSession } from '../lib/session-context.ts'
import { isDemo } from '../lib/session-methods.ts'
import { SessionProvider } from '../lib/session-provider.tsx'
import { FreshProof } from './fresh-proof.tsx'
import { SignedOut } from './signed-out.tsx'

// for visitors of the demo alone
const DemoBar = lazy(() => loadPart(() => import('./demo-bar.tsx')))

/** Around every page: the session, the skip link, and the page transition. */
export function Root() {
  return (
    <SessionProvider>
      <SkipLink />
      <PageTransition />
      <DemoNotice />
      <Outlet />
      <ScrollRestoration />
      <FreshProof />
      <SignedOut />
    </SessionProvider>
  )
}

function DemoNotice() {
  const { session, role } = useSession()
  if (!session || !isDemo(session)) return null
  return (
    <Suspense>
      <DemoBar isPatient={role === 'patient'} />
    </Suspense>
  )
}
