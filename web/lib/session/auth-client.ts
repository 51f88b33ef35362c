import { AuthClient } from '@supabase/auth-js'
import { sendingOnce } from '../fetch/once.ts'
import { isSessionLost } from '../fetch/refusals.ts'
import { steadyFetch } from '../fetch/steady-fetch.ts'
import { connection } from '../offline/connection.ts'
import { settingTheClock } from '../page/clock.ts'
import { config } from '../page/config.ts'
import { sessionKey, siteStorage } from '../page/site-storage.ts'

const now = settingTheClock((input, init) => fetch(input, init))
const whenOnline = steadyFetch(connection, now)

/** The library retries a refresh or sign-out without an answer itself. */
async function authFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const isOwnWay = /\/logout|grant_type=refresh_token/.test(String(input))
  return withoutExpiry(await (isOwnWay ? now : whenOnline)(input, init))
}

/**
 * Leaves only the token's seconds in a session's answer. The library then computes the instant by the device's clock, by
 * which it also judges it: a device that is hours ahead would refresh the token with every request.
 */
async function withoutExpiry(response: Response): Promise<Response> {
  if (!response.ok || response.status === 204) return response
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  if (typeof body !== 'object' || body === null || !('access_token' in body)) return response
  return Response.json({ ...body, expires_at: undefined }, response)
}

export type Client = InstanceType<typeof AuthClient>

/**
 * The auth client of this browser, which refreshes its token. Calls about the user wait until they sign in again if
 * their session ended. It reads no tokens from the URL; only auth/callback/invite does.
 *
 * @param tokenAfterEnd see web/lib/session/auth.ts
 */
export function createAuthClient(tokenAfterEnd: (token: string | null) => Promise<string | null>): Client {
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

  const client = new PatientAuthClient({
    url: `${location.origin}/auth/v1`,
    headers: { apikey: config.publishableKey },
    storageKey: sessionKey,
    storage: siteStorage,
    flowType: 'implicit',
    detectSessionInUrl: false,
    autoRefreshToken: true,
    persistSession: true,
    experimental: { recoveryCodes: true },
    fetch: sendingOnce(authFetch),
  })
  return client

  async function againWhenBack<Answer extends { error: unknown }>(
    call: () => Promise<Answer>,
  ): Promise<Answer> {
    const { data } = await client.getSession()
    const answer = await call()
    if (!isSessionLost(answer.error)) return answer
    return (await tokenAfterEnd(data.session?.access_token ?? null)) ? call() : answer
  }

  /** Wraps functions and nested groups of them (`recoveryCodes`) to wait if the session ended. */
  function waiting<Api extends object>(api: Api): Api {
    const parts = Object.entries(api).map(([name, part]) => {
      if (typeof part === 'function') {
        return [name, (...args: unknown[]) => againWhenBack(() => part(...args))]
      }
      return [name, part?.constructor === Object ? waiting(part) : part]
    })
    return Object.fromEntries(parts) as Api
  }
}
