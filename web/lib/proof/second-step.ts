import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { levelOnScreen } from '#domain/two-factor/two-factor.ts'
import { storeDrafts } from '../offline/drafts.ts'
import { useSession } from '../session/session-context.ts'
import { sessionKeeper } from '../session/session-keeper.ts'
import { onSecondStepDemand } from './second-step-demands.ts'

/** True if this session is aal2, which changing a clinic's sign-in settings requires. */
export function useTookSecondStep(): boolean {
  const { session } = useSession()
  return session !== null && levelOnScreen(session.access_token) === 'aal2'
}

/** True if the server has required the second step since the page opened. */
export function useSecondStepDemand(): boolean {
  const { key } = useLocation()
  const here = useRef(key)
  here.current = key
  const [demandedAt, setDemandedAt] = useState<string | null>(null)
  useEffect(
    () =>
      onSecondStepDemand(() => {
        // the second step replaces the page; drafts restore its input afterwards
        const owner = sessionKeeper.current().session?.user.id
        if (owner) storeDrafts(owner, location.pathname)
        setDemandedAt(here.current)
      }),
    [],
  )
  return demandedAt === key
}
