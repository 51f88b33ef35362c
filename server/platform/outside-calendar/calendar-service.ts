import { createHash, randomBytes } from 'node:crypto'
import type { CalendarService } from '#domain/outside-calendars/outside-calendars.ts'
import { watchedFetch } from '../outgoing-calls.ts'
import { type BusyEvent, type Window, within } from './busy-events.ts'
import { googleBusyTimes, googleService } from './google-calendar.ts'
import { microsoftBusyTimes, microsoftService } from './microsoft-calendar.ts'
import { CalendarUnread } from './read-address.ts'
import { callService, type ServiceAnswer } from './service-call.ts'

/** Where each service redirects browsers, on the main site. One each, so that no service receives another's code. */
export const calendarReturnPaths = {
  google: '/hooks/google-calendar',
  microsoft: '/hooks/microsoft-calendar',
} as const satisfies Record<CalendarService, string>

/** A user's main calendar at Google or Microsoft, read with the user's consent. */
export interface CalendarConnection {
  /** @param verifier `newVerifier()` */
  authorizeUrl(state: string, verifier: string): string
  /**
   * @returns the refresh token
   * @throws CalendarUnread `revoked` for a code that is wrong, used or expired; `refused` without the needed scope
   */
  exchange(code: string, verifier: string): Promise<string>
  /**
   * The busy times in a window, without anything else about the events.
   * @param renewed stores the refresh token that replaces the given one; called before the read
   * @throws CalendarUnread `revoked` once the user has withdrawn the consent
   */
  busyTimes(
    refreshToken: string,
    window: Window,
    renewed: (refreshToken: string) => Promise<void>,
  ): Promise<BusyEvent[]>
  /**
   * Ends the consent at Google. Microsoft has no such call.
   * @throws CalendarUnread
   */
  revoke(refreshToken: string): Promise<void>
}

export interface ServiceEndpoints {
  authorize: string
  token: string
  revoke: string | null
  /** Of the API, without a slash at the end. */
  api: string
}

export interface ServiceSettings {
  client: { id: string; secret: string }
  returnTo: string
  endpoints: ServiceEndpoints
  fetch?: typeof fetch
}

const services = {
  google: { ...googleService, read: googleBusyTimes },
  microsoft: { ...microsoftService, read: microsoftBusyTimes },
}

/** The token endpoint's words for a consent that has ended (RFC 6749 5.2, OpenID Connect Core 3.1.2.6). */
const consentErrors = ['invalid_grant', 'interaction_required', 'consent_required', 'login_required']

/** Access tokens stay in memory. They are valid for an hour; one is not used in its last minutes. */
const accessMs = 45 * 60_000
const mostAccessTokens = 10_000

interface Tokens {
  access: string
  refresh: string
}

export function connectCalendarService(
  name: CalendarService,
  { client, returnTo, endpoints, fetch: given }: ServiceSettings,
): CalendarConnection {
  const service = services[name]
  const send = watchedFetch('calendar', given)
  const held = new Map<string, { access: string; until: number }>()
  const post = (url: string, form: Record<string, string>) =>
    callService(send, url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
    })

  async function tokens(form: Record<string, string>): Promise<Partial<Tokens> & { scope?: unknown }> {
    const answer = await post(endpoints.token, {
      ...form,
      client_id: client.id,
      client_secret: client.secret,
    })
    const { error, access_token, refresh_token, scope } = (answer.json ?? {}) as Record<string, unknown>
    if (typeof error === 'string' && consentErrors.includes(error)) throw new CalendarUnread('revoked')
    if (!answer.ok || typeof access_token !== 'string') throw unread(answer)
    return {
      access: access_token,
      ...(typeof refresh_token === 'string' && { refresh: refresh_token }),
      scope,
    }
  }

  function hold({ access, refresh }: Tokens): void {
    const now = Date.now()
    for (const [key, { until }] of held)
      if (until <= now || held.size >= mostAccessTokens) held.delete(key)
      else break
    held.set(refresh, { access, until: now + accessMs })
  }

  async function renew(refreshToken: string, renewed: (next: string) => Promise<void>): Promise<Tokens> {
    const found = await tokens({ grant_type: 'refresh_token', refresh_token: refreshToken })
    const next = { access: found.access ?? '', refresh: found.refresh ?? refreshToken }
    hold(next)
    if (next.refresh !== refreshToken) await renewed(next.refresh)
    return next
  }

  return {
    authorizeUrl(state, verifier) {
      const url = new URL(endpoints.authorize)
      url.search = new URLSearchParams({
        client_id: client.id,
        redirect_uri: returnTo,
        response_type: 'code',
        scope: service.scopes.join(' '),
        state,
        ...service.authorize,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString()
      return url.href
    },

    async exchange(code, verifier) {
      const { access, refresh, scope } = await tokens({
        ...{ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: returnTo },
      })
      // a user can clear the box of a permission at Google
      const granted = typeof scope === 'string' ? scope.split(' ') : []
      const isGranted = granted.some((each) => each === service.needed || service.needed.endsWith(`/${each}`))
      if (!access || !refresh || !isGranted) throw new CalendarUnread('refused')
      hold({ access, refresh })
      return refresh
    },

    async busyTimes(refreshToken, window, renewed) {
      const access = held.get(refreshToken)
      const isHeld = access !== undefined && access.until > Date.now()
      const current = isHeld
        ? { access: access.access, refresh: refreshToken }
        : await renew(refreshToken, renewed)
      const read = async ({ access: token }: Tokens): Promise<BusyEvent[]> => {
        const times = await service.read(
          async (path, init = {}) => {
            const answer = await callService(send, `${endpoints.api}${path}`, {
              ...init,
              headers: { ...init.headers, Authorization: `Bearer ${token}`, Accept: 'application/json' },
            })
            if (!answer.ok) throw answer.status === 401 ? new TokenRefused() : unread(answer)
            return answer.json
          },
          window,
          endpoints.api,
        )
        return [{ uid: null, times: within(times, window) }]
      }
      try {
        return await read(current)
      } catch (error) {
        if (!(error instanceof TokenRefused)) throw error
        held.delete(current.refresh)
        if (!isHeld) throw new CalendarUnread('refused')
      }
      // withdrawn at the service while the access token was valid: the refresh token says so
      return read(await renew(current.refresh, renewed)).catch((error: unknown) => {
        throw error instanceof TokenRefused ? new CalendarUnread('refused') : error
      })
    },

    async revoke(refreshToken) {
      held.delete(refreshToken)
      if (endpoints.revoke === null) return
      const answer = await post(endpoints.revoke, { token: refreshToken })
      // 400: already revoked
      if (!answer.ok && answer.status !== 400) throw unread(answer)
    },
  }
}

export function newVerifier(): string {
  return randomBytes(32).toString('base64url')
}

class TokenRefused extends Error {
  override name = 'TokenRefused'
}

const limitReasons = ['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded']

function unread({ status, json, retryAfterMs }: ServiceAnswer): CalendarUnread {
  const options = { retryAfterMs }
  if (status === 429) return new CalendarUnread('busy', undefined, options)
  const { error } = (json ?? {}) as { error?: { errors?: { reason?: string }[] } }
  const reasons = Array.isArray(error?.errors) ? error.errors.map(({ reason }) => reason ?? '') : []
  if (status === 403 && reasons.some((reason) => limitReasons.includes(reason)))
    return new CalendarUnread('busy', undefined, options)
  if (status >= 500) return new CalendarUnread('unreachable', undefined, options)
  return new CalendarUnread(status === 404 ? 'gone' : 'refused')
}
