import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import type { Client } from './auth-client.ts'
import type { StoredSession } from './stored-session.ts'

type Listener = (event: AuthChangeEvent, session: Session | null) => void

/**
 * Who hears what becomes of the session of this browser, whether the auth client is loaded or not.
 *
 * @param here what is stored now
 * @param load the auth client; rejects when it cannot be loaded
 */
export function createSessionReports(
  here: () => StoredSession,
  load: () => Promise<Pick<Client, 'getSession'>>,
) {
  const listeners = new Set<Listener>()

  return {
    /** To be called with each event of the auth client. */
    say(event: AuthChangeEvent, session: Session | null): void {
      for (const listener of listeners) listener(event, session)
    },

    /** Reports the session that is found now as `INITIAL_SESSION`, once, then every event. @returns stops reporting */
    listen(listener: Listener): () => void {
      let isReported = false
      const hear: Listener = (event, session) => {
        // the client has its own first word once it is loaded
        if (event === 'INITIAL_SESSION' && isReported) return
        isReported = true
        listener(event, session)
      }
      const begin = (session: Session | null) => {
        if (listeners.has(hear)) hear('INITIAL_SESSION', session)
      }
      listeners.add(hear)
      const stored = here()
      // a request may have loaded the client already, which then has had its first word before this listener came
      if (stored.state === 'unsure')
        void load()
          .then((client) => client.getSession())
          .then(
            ({ data }) => begin(data.session),
            () => begin(null),
          )
      // after the effects of this moment, as the client would
      else queueMicrotask(() => begin(stored.state === 'fresh' ? stored.session : null))
      return () => listeners.delete(hear)
    },
  }
}
