import type { AuthError } from '@supabase/auth-js'
import { cookiesBlocked } from '#domain/texts/failures.ts'
import { isSessionLost } from '../fetch/refusals.ts'
import { deviceMs } from '../page/clock.ts'
import { isFetchFailure } from '../page/load-chunk.ts'
import { loadPart } from '../page/page-chunks.ts'
import { canStoreSession, sessionKey, siteStorage } from '../page/site-storage.ts'
import type { Client } from './auth-client.ts'
import { sessionKeeper } from './session-keeper.ts'
import { createSessionReports } from './session-reports.ts'
import { type StoredSession, storedSession } from './stored-session.ts'

/*
 * The auth client is a fifth of a visitor's download and not needed to read a page or fill in a form: it is loaded on
 * first use (docs/decisions/0111).
 */

let loaded: Promise<Client> | undefined

export function loadAuth(): Promise<Client> {
  loaded ??= loadPart(() => import('./auth-client.ts')).then(({ createAuthClient }) => {
    const client = createAuthClient(tokenAfterEnd)
    client.onAuthStateChange(reports.say)
    return client
  })
  loaded.catch(() => {
    loaded = undefined
  })
  return loaded
}

/** The client's asynchronous methods and groups of them (`mfa`, `mfa.recoveryCodes`). */
type Late<Api> = {
  [Name in keyof Api as Api[Name] extends (...args: never[]) => unknown
    ? Api[Name] extends (...args: never[]) => Promise<unknown>
      ? Name
      : never
    : Name]: Api[Name] extends (...args: never[]) => unknown ? Api[Name] : Late<Api[Name]>
}

/** The `error` if the client could not be loaded: the same as without an answer. */
const unreachable = Object.assign(new Error('the auth client could not be loaded'), {
  __isAuthError: true,
  name: 'AuthRetryableFetchError',
  status: 0,
}) as unknown as AuthError

/** Methods that open a session. Without cookies it would be lost with the next page, which would ask to sign in again. */
const openingSessions: readonly string[] = ['signInWithPassword', 'verifyOtp', 'setSession']

function late(path: readonly string[]): unknown {
  return new Proxy(() => {}, {
    get: (_, name) => late([...path, String(name)]),
    apply: async (_, __, args: unknown[]) => {
      if (openingSessions.includes(path.join('.')) && !canStoreSession())
        return { data: { session: null, user: null }, error: new Error(cookiesBlocked) }
      let api: unknown
      try {
        api = await loadAuth()
      } catch (error) {
        if (!isFetchFailure(error)) throw error
        return { data: { session: null, user: null }, error: unreachable }
      }
      const group = path.slice(0, -1).reduce((part, name) => (part as Record<string, unknown>)[name], api)
      return (group as Record<string, (...args: unknown[]) => unknown>)[path.at(-1) as string]?.(...args)
    },
  })
}

export function sessionHere(): StoredSession {
  return storedSession(siteStorage.getItem(sessionKey), deviceMs())
}

const reports = createSessionReports(sessionHere, loadAuth)

/** Reports the current session as `INITIAL_SESSION`, then each change. @returns stops reporting */
export const onSession = reports.listen

const lateClient = late([]) as Late<Client>

async function getSession(): ReturnType<Client['getSession']> {
  const stored = sessionHere()
  if (stored.state === 'none') return { data: { session: null }, error: null }
  if (stored.state === 'fresh') return { data: { session: stored.session }, error: null }
  return lateClient.getSession()
}

/** The auth client of this browser: `await auth.signInWithPassword(...)`. */
export const auth: Late<Client> = new Proxy(lateClient, {
  get: (client, name) => (name === 'getSession' ? getSession : client[name as keyof Late<Client>]),
})

/**
 * Handles a session that the server no longer knows: if the page needs one, asks its user to sign in again.
 *
 * @param token of the refused request
 * @returns the token for a retry, or null if there is none
 * @throws the signal's reason when it aborts first
 */
export async function tokenAfterEnd(
  token: string | null,
  signal?: AbortSignal | null,
): Promise<string | null> {
  const { data, error } = await auth.getSession()
  if (error && !isSessionLost(error)) return null
  const stored = data.session?.access_token ?? null
  // the user has signed in again in another tab
  if (stored && stored !== token && !sessionKeeper.current().hasEnded) return stored
  // also removes the session from other tabs; without a stored one there would be no event
  if (stored && stored === token) await auth.signOut({ scope: 'local' })
  else if (!stored) sessionKeeper.accept(null)
  if (!(await sessionKeeper.whenBack(signal))) return null
  return (await auth.getSession()).data.session?.access_token ?? null
}
