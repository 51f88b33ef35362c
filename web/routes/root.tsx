import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { PageTransition } from '../components/page/page-transition.tsx'
import { SkipLink } from '../components/page/skip-link.tsx'
import { loadLayers } from '../components/ui/layers/late-layer.tsx'
import { toast } from '../components/ui/toast.ts'
import { afterPage } from '../lib/page/after-page.ts'
import { loadPart } from '../lib/page/page-chunks.ts'
import { useLinkedElement } from '../lib/page/use-linked-element.ts'
import { useSession } from '../lib/session/session-context.ts'
import { isDemo } from '../lib/session/session-methods.ts'
import { SessionProvider } from '../lib/session/session-provider.tsx'
import { FreshProof } from './fresh-proof.tsx'
import { SignedOut } from './signed-out.tsx'

const DemoBar = lazy(() => loadPart(() => import('./demo-bar.tsx')))

export function Root() {
  const queryClient = useQueryClient()
  // layers of this page; others load with their first press, or when their button has pointer or focus
  useEffect(() => afterPage(queryClient, loadLayers, 3_000), [queryClient])
  useLinkedElement()
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each new page
  useEffect(() => toast.arrive(), [pathname])
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
