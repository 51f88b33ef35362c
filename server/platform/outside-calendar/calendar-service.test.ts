import { afterEach, expect, it, vi } from 'vitest'
import type { CalendarService } from '#domain/outside-calendars/outside-calendars.ts'
import { dayMs, minuteMs } from '#domain/values/durations.ts'
import { type TestCalendarService, testCalendarService } from '#testing/calendars/calendar-services.ts'
import { connectCalendarService, newVerifier } from './calendar-service.ts'
import { googleService } from './google-calendar.ts'
import { microsoftService } from './microsoft-calendar.ts'
import { CalendarUnread } from './read-address.ts'

afterEach(() => vi.useRealTimers())

const from = Date.parse('2026-03-09T00:00:00Z')
const window = { zone: 'America/New_York', from, until: from + 732 * dayMs }
const busy = [
  { from: from + 14 * 3_600_000, until: from + 15 * 3_600_000 },
  { from: from + 400 * dayMs, until: from + 400 * dayMs + 3_600_000 },
]
const names = ['google', 'microsoft'] as const

async function connected(name: CalendarService) {
  const service = testCalendarService(name)
  service.busy = busy
  const verifier = newVerifier()
  const back = await service.visit(service.connection.authorizeUrl('the-state', verifier))
  const refreshToken = await service.connection.exchange(back.searchParams.get('code') ?? '', verifier)
  service.asked.length = 0
  const tokens = [refreshToken]
  const read = async () => {
    const events = await service.connection.busyTimes(tokens.at(-1) ?? '', window, async (next) => {
      tokens.push(next)
    })
    return events.flatMap(({ times }) => times)
  }
  return { service, tokens, read }
}

const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'read',
    (error: unknown) => (error instanceof CalendarUnread ? [error.reason, error.retryAfterMs] : error),
  )
const asks = ({ asked }: TestCalendarService, path: string) =>
  asked.filter((each) => each.path.startsWith(path)).length

it.each([
  [
    'google',
    googleService.endpoints,
    'https://www.googleapis.com/auth/calendar.freebusy',
    { access_type: 'offline', prompt: 'consent' },
  ],
  [
    'microsoft',
    microsoftService.endpoints('common'),
    'offline_access https://graph.microsoft.com/Calendars.ReadBasic',
    { prompt: 'select_account' },
  ],
] as const)(
  'asks %s for busy times only, with PKCE and one return address',
  (name, endpoints, scope, more) => {
    const returnTo = `https://carefold.example/hooks/${name}-calendar`
    // RFC 7636, appendix B
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
    const connection = connectCalendarService(name, {
      client: { id: 'carefold', secret: 'never-in-a-browser' },
      ...{ returnTo, endpoints },
    })
    const url = new URL(connection.authorizeUrl('the-state', verifier))
    expect(url.origin).toBe(new URL(endpoints.authorize).origin)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ client_id: 'carefold', redirect_uri: returnTo, response_type: 'code', scope, state: 'the-state' },
      ...{
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
        ...more,
      },
    })
    expect(url.href).not.toContain('never-in-a-browser')
    expect(url.href).not.toContain(verifier)
  },
)

it.each(names)('reads the busy times of two years at %s, without titles', async (name) => {
  const { service, read } = await connected(name)
  expect(await read()).toEqual(busy)
  expect(JSON.stringify(service.asked)).not.toMatch(/subject|summary|title|body,|location|attendee/)
})

it.each(names)('a code of %s counts once, and with its verifier', async (name) => {
  const service = testCalendarService(name)
  const verifier = newVerifier()
  const codeOf = async () =>
    (await service.visit(service.connection.authorizeUrl('s', verifier))).searchParams.get('code') ?? ''
  const code = await codeOf()
  await service.connection.exchange(code, verifier)
  expect(await refusalOf(service.connection.exchange(code, verifier))).toEqual(['revoked', null])
  expect(await refusalOf(service.connection.exchange(await codeOf(), newVerifier()))).toEqual([
    'revoked',
    null,
  ])
})

it('refuses a consent without the scope, and one without a refresh token', async () => {
  for (const answer of [
    { access_token: 'a', refresh_token: 'r', scope: 'openid' },
    { access_token: 'a', refresh_token: 'r' },
    { access_token: 'a', scope: 'https://www.googleapis.com/auth/calendar.freebusy' },
  ]) {
    const service = testCalendarService('google')
    service.answer = (path) => (path === '/token' ? Response.json(answer) : undefined)
    expect(await refusalOf(service.connection.exchange('code', 'verifier'))).toEqual(['refused', null])
  }
})

it.each(names)('uses an access token of %s for less than an hour, then the refresh token', async (name) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { service, tokens, read } = await connected(name)
  await read()
  await read()
  expect(asks(service, '/token')).toBe(0)
  vi.setSystemTime(Date.now() + 46 * minuteMs)
  await read()
  await read()
  expect(asks(service, '/token')).toBe(1)
  // Microsoft replaces the refresh token
  expect(tokens).toHaveLength(name === 'microsoft' ? 2 : 1)
})

it.each(names)('a consent that the user withdraws at %s ends at the next read', async (name) => {
  const { service, read } = await connected(name)
  await read()
  await service.withdraw()
  expect(await refusalOf(read())).toEqual(['revoked', null])
})

it('reads with a new access token after the old one is refused', async () => {
  const { service, read } = await connected('google')
  let refusals = 1
  service.answer = (path) =>
    path === '/api/freeBusy' && refusals-- > 0 ? new Response('{}', { status: 401 }) : undefined
  expect(await read()).toEqual(busy)
  expect(asks(service, '/token')).toBe(1)
})

it.each([
  [429, { 'retry-after': '120' }, {}, ['busy', 120_000]],
  [429, { 'retry-after': '99999999' }, {}, ['busy', 6 * 3_600_000]],
  [429, {}, {}, ['busy', null]],
  [403, {}, { error: { errors: [{ reason: 'userRateLimitExceeded' }] } }, ['busy', null]],
  [403, {}, { error: { code: 'ErrorAccessDenied' } }, ['refused', null]],
  [404, {}, {}, ['gone', null]],
  [503, { 'retry-after': '30' }, {}, ['unreachable', 30_000]],
  [401, {}, {}, ['refused', null]],
])('an answer of %i with %j and %j is %j', async (status, headers, body, refusal) => {
  for (const name of names) {
    const { service, read } = await connected(name)
    service.answer = (path) =>
      path.startsWith('/api/') ? Response.json(body, { status, headers: headers as HeadersInit }) : undefined
    expect(await refusalOf(read())).toEqual(refusal)
  }
})

it.each([
  ['invalid_grant', 400, 'revoked'],
  ['interaction_required', 400, 'revoked'],
  ['invalid_client', 401, 'refused'],
  ['temporarily_unavailable', 503, 'unreachable'],
])('%s at the token endpoint is %s', async (error, status, reason) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { service, read } = await connected('microsoft')
  vi.setSystemTime(Date.now() + 46 * minuteMs)
  service.answer = (path) => (path === '/token' ? Response.json({ error }, { status }) : undefined)
  expect(await refusalOf(read())).toEqual([reason, null])
})

it.each([
  '<html>',
  '{}',
  '[]',
  'null',
  '{"value":[{}],"calendars":{"primary":{"busy":[{}]}}}',
  '{"value":[{"start":{"dateTime":"tomorrow"},"end":{"dateTime":"2026-03-16T00:00:00"}}],"calendars":{"primary":{"busy":[{"start":"x","end":"y"}]}}}',
])('refuses the answer %s', async (text) => {
  for (const name of names) {
    const { service, read } = await connected(name)
    service.answer = (path) => (path.startsWith('/api/') ? new Response(text) : undefined)
    expect(await refusalOf(read())).toEqual(['not_a_calendar', null])
  }
})

it.each([
  'https://evil.example/v1.0/me/calendarView?$skip=1',
  'http://169.254.169.254/latest/meta-data',
  'http://carefold.localhost:3000/sandbox/calendars/microsoft/api.evil.example/x',
  42,
])('sends the token to no address that an answer names: %s', async (link) => {
  const { service, read } = await connected('microsoft')
  service.answer = (path) =>
    path.startsWith('/api/') ? Response.json({ value: [], '@odata.nextLink': link }) : undefined
  expect(await refusalOf(read())).toEqual(['not_a_calendar', null])
  expect(asks(service, '/api/')).toBe(1)
})

it('reads no endless pages and no endless answer', async () => {
  const { service, read } = await connected('microsoft')
  const next = 'http://carefold.localhost:3000/sandbox/calendars/microsoft/api/me/calendarView?$skip=1'
  service.answer = (path) =>
    path.startsWith('/api/') ? Response.json({ value: [], '@odata.nextLink': next }) : undefined
  expect(await refusalOf(read())).toEqual(['too_large', null])
  const chunk = new Uint8Array(1_000_000)
  service.answer = (path) =>
    path.startsWith('/api/')
      ? new Response(new ReadableStream({ pull: (controller) => controller.enqueue(chunk) }))
      : undefined
  expect(await refusalOf(read())).toEqual(['too_large', null])
})

it('revokes at Google, once and again, and calls nothing at Microsoft', async () => {
  const google = await connected('google')
  await google.service.connection.revoke(google.tokens[0] ?? '')
  await google.service.connection.revoke(google.tokens[0] ?? '')
  expect(await refusalOf(google.read())).toEqual(['revoked', null])
  const microsoft = await connected('microsoft')
  await microsoft.service.connection.revoke(microsoft.tokens[0] ?? '')
  expect(microsoft.service.asked).toEqual([])
})
