import { useEffect, useSyncExternalStore } from 'react'
import { type KeptSession, sessionKeeper } from './session-keeper.ts'

/** The session, and if its user must sign in again to continue. */
export function useKeptSession(): KeptSession {
  return useSyncExternalStore(sessionKeeper.subscribe, sessionKeeper.current)
}

/** For pages that need a session: if it ends elsewhere, the page stays until its user returns. */
export function useNeedsSession(isSignedIn: boolean): void {
  useEffect(() => (isSignedIn ? sessionKeeper.need() : undefined), [isSignedIn])
}
