import { useEffect, useState } from 'react'
import { useSession } from '#web/lib/session/session-context.ts'
import {
  forgetWaitingSignUp,
  readWaitingSignUp,
  storeWaitingSignUp,
  type WaitingSignUp,
} from './waiting-sign-up.ts'

/** The sign-up that this tab waits to be confirmed, if any. */
export function useWaitingSignUp() {
  const [held, setHeld] = useState(() => readWaitingSignUp())
  const { session } = useSession()
  const isSignedIn = session !== null

  // it is over, also when the mail's link has signed in; this page may still show it
  useEffect(() => {
    if (isSignedIn) forgetWaitingSignUp()
  }, [isSignedIn])

  function keep(waiting: WaitingSignUp, password?: string): void {
    storeWaitingSignUp(waiting, password)
    setHeld(readWaitingSignUp())
  }

  return {
    held,
    keep,
    /** A new mail has been asked for. */
    resent(): void {
      if (held) keep({ ...held.waiting, sentAt: Date.now() })
    },
  }
}
