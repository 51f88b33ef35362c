import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { PageTransition } from '../components/page/page-transition.tsx'
import { SkipLink } from '../components/page/skip-link.tsx'
import { loadLayers } from '../components/ui/layers/late-layer.tsx'
import { afterPage } from '../lib/page/after-page.ts'
import { loadPart } from '../lib/page/page-chunks.ts'
import { useSession } from '../lib/session/session-context.ts'
import { isDemo } from '../lib/session/session-methods.ts'
import { SessionProvider } from '../lib/session/session-provider.tsx'
import { FreshProof } from './fresh-proof.tsx'
import { SignedOut } from './signed-out.tsx'

// for visitors of the demo alone
const DemoBar = lazy(() => loadPart(() => import('./demo-bar.tsx')))

/** Around every page: the session, the skip link, and the page transition. */
export function Root() {
  const queryClient = useQueryClient()
  // of the page; another page's come with its first press, or when the pointer or the focus reaches their button
  useEffect(() => afterPage(queryClient, loadLayers, 3_000), [queryClient])
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
