import { useEffect, useSyncExternalStore } from 'react'
import { type KeptSession, sessionKeeper } from './session-keeper.ts'

/** The session, and whether its person has to sign in again to go on. */
export function useKeptSession(): KeptSession {
  return useSyncExternalStore(sessionKeeper.subscribe, sessionKeeper.current)
}

/** For pages that need a session: where it ends elsewhere, they are kept until its person is back. */
export function useNeedsSession(isSignedIn: boolean): void {
  useEffect(() => (isSignedIn ? sessionKeeper.need() : undefined), [isSignedIn])
}
