import { AuthClient } from '@supabase/auth-js'
import { config } from './config.ts'
import { connection } from './connection.ts'
import { cookieStorage } from './cookie-storage.ts'
import { isSessionLost } from './refusals.ts'
import { sessionKeeper } from './session-keeper.ts'
import { steadyFetch } from './steady-fetch.ts'

const storageKey = 'carefold-session'

const storage = cookieStorage(document, location.hostname, config.appDomain)

const whenOnline = steadyFetch(connection)

/** The client has a way of its own with a refresh or a sign-out that gets no answer. */
function authFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const isOwnWay = /\/logout|grant_type=refresh_token/.test(String(input))
  return isOwnWay ? fetch(input, init) : whenOnline(input, init)
}

type Client = InstanceType<typeof AuthClient>

/** Calls about the signed-in person wait, like every other request, until somebody whose session has ended is back. */
class PatientAuthClient extends AuthClient {
  constructor(options: ConstructorParameters<typeof AuthClient>[0]) {
    super(options)
    this.mfa = waiting(this.mfa)
  }

  override updateUser(...args: Parameters<Client['updateUser']>) {
    return againWhenBack(() => super.updateUser(...args))
  }

  override reauthenticate() {
    return againWhenBack(() => super.reauthenticate())
  }

  override signOut(options?: Parameters<Client['signOut']>[0]) {
    const signOut = () => super.signOut(options)
    return options?.scope === 'others' ? againWhenBack(signOut) : signOut()
  }
}

/**
 * The auth client of this browser. It refreshes the token by itself.
 *
 * Tokens in a URL are read only by the page they are meant for (auth/callback/invite), not by the client on any page.
 */
export const auth = new PatientAuthClient({
  url: `${location.origin}/auth/v1`,
  storageKey,
  storage,
  flowType: 'implicit',
  detectSessionInUrl: false,
  autoRefreshToken: true,
  persistSession: true,
  experimental: { recoveryCodes: true },
  fetch: authFetch,
})

/** Removes the session from this device without the server: for sign-out while it is unreachable. */
export function forgetSession(): void {
  storage.removeItem(storageKey)
}

/**
 * To be called when the server does not know the session of a request any more. Where a page needs it, its person is asked
 * to sign in again.
 *
 * @param token of the refused request
 * @returns the token to repeat the request with, or null when nobody comes back
 * @throws the signal's reason when it aborts first
 */
export async function tokenAfterEnd(
  token: string | null,
  signal?: AbortSignal | null,
): Promise<string | null> {
  const { data, error } = await auth.getSession()
  if (error && !isSessionLost(error)) return null
  const stored = data.session?.access_token ?? null
  // somebody has signed in again in another tab
  if (stored && stored !== token && !sessionKeeper.current().hasEnded) return stored
  // also removes the session from the other tabs; without one in storage it would not be reported
  if (stored && stored === token) await auth.signOut({ scope: 'local' })
  else if (!stored) sessionKeeper.accept(null)
  if (!(await sessionKeeper.whenBack(signal))) return null
  return (await auth.getSession()).data.session?.access_token ?? null
}

async function againWhenBack<Answer extends { error: unknown }>(
  call: () => Promise<Answer>,
): Promise<Answer> {
  const { data } = await auth.getSession()
  const answer = await call()
  if (!isSessionLost(answer.error)) return answer
  return (await tokenAfterEnd(data.session?.access_token ?? null)) ? call() : answer
}

/** The same functions, with nested groups of them (`recoveryCodes`), waiting where the session has ended. */
function waiting<Api extends object>(api: Api): Api {
  const parts = Object.entries(api).map(([name, part]) => {
    if (typeof part === 'function') {
      return [name, (...args: unknown[]) => againWhenBack(() => part(...args))]
    }
    return [name, part?.constructor === Object ? waiting(part) : part]
  })
  return Object.fromEntries(parts) as Api
}
