import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { loadPart } from '../lib/page/page-chunks.ts'
import { proofRequests } from '../lib/proof/fresh-proof.ts'
import { isNewerProof, lastProofOf } from '../lib/session/session-methods.ts'
import { useKeptSession } from '../lib/session/use-kept-session.ts'

// never by loading the page anew: what was typed on it waits for the answer
const loadDialog = () => loadPart(() => import('./fresh-proof-dialog.tsx'), null)
type Dialog = Awaited<ReturnType<typeof loadDialog>>['default']

/** Over a page, or a dialog of it, whose act waits until its person has proven again who they are. */
export function FreshProof() {
  return useSyncExternalStore(proofRequests.subscribe, proofRequests.isAsked) ? <Asked /> : null
}

function Asked() {
  const { session, hasEnded } = useKeptSession()
  const { pathname } = useLocation()
  const proof = session && lastProofOf(session)
  const [asked] = useState({ pathname, proof })
  const [Dialog, setDialog] = useState<Dialog | null>(null)

  useEffect(() => {
    loadDialog().then(
      (part) => setDialog(() => part.default),
      () => proofRequests.settle(false),
    )
  }, [])

  // the page whose act it was is gone
  const isOver = !session || pathname !== asked.pathname
  // here, in another tab, or by signing in again
  const isProven = !hasEnded && proof && asked.proof && isNewerProof(proof, asked.proof)
  useEffect(() => {
    if (isOver || isProven) proofRequests.settle(!isOver)
  }, [isOver, isProven])

  // who has to sign in again is asked for that alone
  if (!session || hasEnded || !Dialog) return null
  return <Dialog session={session} />
}
