import { useEffect, useState } from 'react'
import { deviceMs } from '#web/lib/page/clock.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import {
  forgetWaitingSignUp,
  readWaitingSignUp,
  storeWaitingSignUp,
  type WaitingSignUp,
} from './waiting-sign-up.ts'

export function useWaitingSignUp() {
  const [held, setHeld] = useState(() => readWaitingSignUp())
  const { session } = useSession()
  const isSignedIn = session !== null

  // any session ends it, also one from the mail's link; this page may still show it
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
    resent(): void {
      if (held) keep({ ...held.waiting, sentAt: deviceMs() })
    },
  }
}
