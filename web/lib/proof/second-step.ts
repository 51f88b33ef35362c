import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { levelOnScreen } from '#domain/two-factor/two-factor.ts'
import { storeDrafts } from '../offline/drafts.ts'
import { useSession } from '../session/session-context.ts'
import { sessionKeeper } from '../session/session-keeper.ts'
import { onSecondStepDemand } from './second-step-demands.ts'

/** Whether this session has completed the second step, which changing a clinic's sign-in settings requires. */
export function useTookSecondStep(): boolean {
  const { session } = useSession()
  return session !== null && levelOnScreen(session.access_token) === 'aal2'
}

/** Whether the server has asked for the second step since the person came to this page. */
export function useSecondStepDemand(): boolean {
  const { key } = useLocation()
  const here = useRef(key)
  here.current = key
  const [demandedAt, setDemandedAt] = useState<string | null>(null)
  useEffect(
    () =>
      onSecondStepDemand(() => {
        // the page gives way to the second step, and what was typed on it comes back with it
        const owner = sessionKeeper.current().session?.user.id
        if (owner) storeDrafts(owner, location.pathname)
        setDemandedAt(here.current)
      }),
    [],
  )
  return demandedAt === key
}
