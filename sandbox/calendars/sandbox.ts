import { createHash, randomBytes } from 'node:crypto'
import { type BusyTimes, calendarView, freeBusy, refuse } from './apis.ts'
import { accountPage, consentPage, problemPage } from './page.ts'
import { type SandboxService, sandboxBusyTimes } from './services.ts'

export interface CalendarSandbox {
  fetch: typeof fetch
  endpoints: { authorize: string; token: string; revoke: string | null; api: string }
}

export interface CalendarSandboxOptions {
  /** Absolute address without a trailing slash. */
  base: string
  client: { id: string; secret: string }
  returnTo: string
  now?(): Date
  /** Of the user; by default those of `sandboxBusyTimes`. */
  busyTimes?: BusyTimes
}

const codeMs = 60_000
const tokenMs = 3_600_000
const scopes = {
  google: 'https://www.googleapis.com/auth/calendar.freebusy',
  microsoft: 'https://graph.microsoft.com/Calendars.ReadBasic',
}
/**
 * The part of Google Calendar or Microsoft Graph that Carefold uses, in this process, for installations that are not
 * registered there. Refresh tokens stay valid after a restart; a new one replaces each used one, as at Microsoft.
 */
export function createCalendarSandbox(
  service: SandboxService,
  options: CalendarSandboxOptions,
): CalendarSandbox {
  const { base, client, returnTo, now = () => new Date() } = options
  const busyTimes: BusyTimes = options.busyTimes ?? ((from, until) => sandboxBusyTimes(now(), from, until))
  const codes = new Map<string, { challenge: string; expiresAt: number }>()
  const accessTokens = new Map<string, { refresh: string; expiresAt: number }>()
  const revoked = new Set<string>()
  /** Refresh tokens up to this number were withdrawn by the user. */
  let withdrawn = -1
  let issued = 0
  const ms = () => now().getTime()
  const secret = () => randomBytes(24).toString('base64url')
  const isValid = (refresh: string) => {
    const number = /^1\/\/sandbox\.(\d+)\./.exec(refresh)?.[1]
    return number !== undefined && Number(number) > withdrawn && !revoked.has(refresh)
  }

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const path = `${request.method} ${url.pathname.slice(new URL(base).pathname.length)}`
    const form = async () => new URLSearchParams(await request.text())
    if (path === 'GET /authorize') {
      const wrong = wrongRequest(url.searchParams)
      return wrong ? problemPage(wrong) : consentPage(service, url.searchParams)
    }
    if (path === 'POST /authorize') return decide(await form())
    if (path === 'GET /account') return accountPage(service, false)
    if (path === 'POST /account') {
      withdrawn = issued
      accessTokens.clear()
      return accountPage(service, true)
    }
    if (path === 'POST /token') return exchange(await form())
    if (path === 'POST /revoke' && service === 'google') return revoke(await form())
    const token = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
    const access = accessTokens.get(token)
    if (!access || access.expiresAt < ms() || !isValid(access.refresh)) return refuse('UNAUTHENTICATED', 401)
    if (path === 'POST /api/freeBusy' && service === 'google')
      return freeBusy(await request.json(), busyTimes)
    if (path === 'GET /api/me/calendarView' && service === 'microsoft')
      return calendarView(url, `${base}/api`, busyTimes)
    return refuse('NOT_FOUND', 404)
  }

  /** Checked before any redirect. */
  function wrongRequest(request: URLSearchParams): string | null {
    if (request.get('client_id') !== client.id) return 'The application is not known here.'
    if (request.get('redirect_uri') !== returnTo) return 'The return address is not registered.'
    if (request.get('response_type') !== 'code') return 'Only response_type=code is served.'
    if (request.get('code_challenge_method') !== 'S256' || !request.get('code_challenge'))
      return 'The request has no PKCE challenge with S256.'
    const asked = (request.get('scope') ?? '').split(' ').filter((scope) => scope !== 'offline_access')
    if (asked.join() !== scopes[service]) return 'Only busy times are served.'
    return null
  }

  function decide(form: URLSearchParams): Response {
    const wrong = wrongRequest(form)
    if (wrong) return problemPage(wrong)
    const back = new URL(returnTo)
    back.searchParams.set('state', form.get('state') ?? '')
    if (form.get('choice') === 'allow') {
      const code = `4/${secret()}`
      codes.set(code, { challenge: form.get('code_challenge') ?? '', expiresAt: ms() + codeMs })
      back.searchParams.set('code', code)
    } else back.searchParams.set('error', 'access_denied')
    return new Response(null, {
      status: 303,
      headers: { location: back.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    })
  }

  function exchange(form: URLSearchParams): Response {
    if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret)
      return Response.json({ error: 'invalid_client' }, { status: 401 })
    if (form.get('grant_type') === 'refresh_token') {
      const refresh = form.get('refresh_token') ?? ''
      return isValid(refresh) ? tokens(refresh) : Response.json({ error: 'invalid_grant' }, { status: 400 })
    }
    const code = form.get('code') ?? ''
    const grant = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || grant.expiresAt < ms() || grant.challenge !== challenge)
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    return tokens(null)
  }

  function tokens(given: string | null): Response {
    const access = secret()
    const isNew = given === null || service === 'microsoft'
    const refresh = isNew ? `1//sandbox.${++issued}.${secret()}` : given
    accessTokens.set(access, { refresh, expiresAt: ms() + tokenMs })
    return Response.json({
      access_token: access,
      token_type: 'Bearer',
      expires_in: tokenMs / 1_000,
      scope: scopes[service],
      ...(isNew && { refresh_token: refresh }),
    })
  }

  function revoke(form: URLSearchParams): Response {
    const token = form.get('token') ?? ''
    if (!isValid(token)) return Response.json({ error: 'invalid_token' }, { status: 400 })
    revoked.add(token)
    return Response.json({})
  }

  return {
    fetch: (input, init) => answer(new Request(input, init)),
    endpoints: {
      authorize: `${base}/authorize`,
      token: `${base}/token`,
      revoke: service === 'google' ? `${base}/revoke` : null,
      api: `${base}/api`,
    },
  }
}
