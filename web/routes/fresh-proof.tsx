import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { loadPart } from '../lib/page/page-chunks.ts'
import { proofRequests } from '../lib/proof/fresh-proof.ts'
import { isNewerProof, lastProofOf } from '../lib/session/session-methods.ts'
import { useKeptSession } from '../lib/session/use-kept-session.ts'

const loadDialog = () => loadPart(() => import('./fresh-proof-dialog.tsx'), null)
type Dialog = Awaited<ReturnType<typeof loadDialog>>['default']

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

  const isOver = !session || pathname !== asked.pathname
  // here, in another tab, or by signing in again
  const isProven = !hasEnded && proof && asked.proof && isNewerProof(proof, asked.proof)
  useEffect(() => {
    if (isOver || isProven) proofRequests.settle(!isOver)
  }, [isOver, isProven])

  // an ended session is handled by its own dialog
  if (!session || hasEnded || !Dialog) return null
  return <Dialog session={session} />
}
