import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import type { Client } from './auth-client.ts'
import type { StoredSession } from './stored-session.ts'

type Listener = (event: AuthChangeEvent, session: Session | null) => void

/**
 * Reports this browser's session changes, whether or not the auth client is loaded.
 *
 * @param here reads the stored session
 * @param load loads the auth client; rejects if it cannot
 */
export function createSessionReports(
  here: () => StoredSession,
  load: () => Promise<Pick<Client, 'getSession'>>,
) {
  const listeners = new Set<Listener>()

  return {
    /** Receives each event of the auth client. */
    say(event: AuthChangeEvent, session: Session | null): void {
      for (const listener of listeners) listener(event, session)
    },

    /** Reports the current session as `INITIAL_SESSION` once, then every event. @returns stops reporting */
    listen(listener: Listener): () => void {
      let isReported = false
      const hear: Listener = (event, session) => {
        // the client reports its own once it is loaded
        if (event === 'INITIAL_SESSION' && isReported) return
        isReported = true
        listener(event, session)
      }
      const begin = (session: Session | null) => {
        if (listeners.has(hear)) hear('INITIAL_SESSION', session)
      }
      listeners.add(hear)
      const stored = here()
      // the client may have reported INITIAL_SESSION before this listener came
      if (stored.state === 'unsure')
        void load()
          .then((client) => client.getSession())
          .then(
            ({ data }) => begin(data.session),
            () => begin(null),
          )
      // asynchronous, as in the client
      else queueMicrotask(() => begin(stored.state === 'fresh' ? stored.session : null))
      return () => listeners.delete(hear)
    },
  }
}
