import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { shellTexts } from '#domain/texts/shell.ts'
import { afterPage } from '../lib/page/after-page.ts'
import { loadPart } from '../lib/page/page-chunks.ts'
import { useKeptSession } from '../lib/session/use-kept-session.ts'

const loadDialog = () => loadPart(() => import('./signed-out-dialog.tsx'), null)
const SignedOutDialog = lazy(loadDialog)

/** of a page without requests, before the dialog is loaded in advance: it is larger than most pages */
const idleMs = 10_000

/** Shown over a page whose session has ended elsewhere. The page stays behind it, but unreadable. */
export function SignedOut() {
  const { session, hasEnded, halfway } = useKeptSession()
  const queryClient = useQueryClient()
  const isSignedIn = session !== null

  // in advance, because a session may end without a connection
  useEffect(() => {
    if (!isSignedIn) return
    return afterPage(queryClient, () => void loadDialog().catch(() => {}), idleMs)
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
    <Suspense fallback={createPortal(<Loading />, document.body)}>
      <SignedOutDialog user={session.user} halfway={halfway} />
    </Suspense>
  )
}

/** Until the dialog is loaded, which waits for a connection. */
function Loading() {
  return (
    <>
      <div className="veil veil-signed-out" />
      <p
        ref={focus}
        role="alertdialog"
        aria-modal="true"
        aria-label={shellTexts.signedOut}
        tabIndex={-1}
        className="layer dialog dialog-signed-out outline-none"
      >
        {shellTexts.signedOut}
      </p>
    </>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()
