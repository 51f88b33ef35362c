import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { afterPage } from '../lib/page/after-page.ts'
import { loadPart } from '../lib/page/page-chunks.ts'
import { useKeptSession } from '../lib/session/use-kept-session.ts'

const loadDialog = () => loadPart(() => import('./signed-out-dialog.tsx'), null)
const SignedOutDialog = lazy(loadDialog)

/** Shown over a page whose session has ended elsewhere. The page stays behind it, but unreadable. */
export function SignedOut() {
  const { session, hasEnded, halfway } = useKeptSession()
  const queryClient = useQueryClient()
  const isSignedIn = session !== null

  // preloaded: without the session there may be no connection either
  useEffect(() => {
    if (!isSignedIn) return
    return afterPage(queryClient, () => void loadDialog().catch(() => {}), 3_000)
  }, [queryClient, isSignedIn])

  useEffect(() => {
    if (!hasEnded) return
    // another person may see this screen (styles/components/layer.css)
    document.documentElement.dataset.signedOut = ''
    return () => {
      delete document.documentElement.dataset.signedOut
    }
  }, [hasEnded])

  if (!hasEnded || !session) return null
  return (
    <Suspense fallback={null}>
      <SignedOutDialog user={session.user} halfway={halfway} />
    </Suspense>
  )
}
