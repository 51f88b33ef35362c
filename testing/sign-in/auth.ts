import { AuthClient, GoTrueAdminApi } from '@supabase/auth-js'
import { afterAll, beforeAll, expect } from 'vitest'
import type { AuthHooks } from '#server/auth/context/auth.ts'
import { type AuthSettings, authSettings } from '#server/auth/context/settings.ts'
import type { PasswordHasher } from '#server/auth/hashing/hashing.ts'
import type { HookTransport } from '#server/auth/hooks/http-hook.ts'
import type { CaptchaVerifier } from '#server/auth/http/captcha.ts'
import type { LimitGroup } from '#server/auth/http/limit-request.ts'
import { makeSigningKey } from '#server/auth/keys/key-file.ts'
import { insertEmailUser } from '#server/auth/people/new-users.ts'
import { withoutHooks } from '#server/auth/people/user-creation.ts'
import { type AuthService, createAuthService } from '#server/auth/service.ts'
import { type AdjustableClock, frozenClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { RateLimit } from '#server/platform/rate-limits.ts'
import { makeEncryptionKey } from '#server/platform/secret-box.ts'
import { fastHasher } from '../database/fast-hasher.ts'
import { openTestServices, type TestServices } from '../database/services.ts'
import { mailsTo } from '../database/stored-mails.ts'

export const siteUrl = 'http://carefold.localhost:3000'

export interface TestAuth extends TestServices {
  auth: AuthService
  /** The clock of sessions and tokens. */
  sessionClock: AdjustableClock
  /** The published client, signed out, with its own memory. */
  client(options?: ClientOptions): InstanceType<typeof AuthClient>
  /** `body` is JSON. */
  send(method: string, path: string, options?: SendOptions): Promise<Answer>
  /** A second service on the same database, with other servers of the operator. */
  withOperator(parts: OperatorParts): TestAuth
  /** A second service on the same database, with other settings. */
  with(settings: Partial<AuthSettings>, hasher?: PasswordHasher): TestAuth
  /** On the same clock. */
  withHooks(hooks: AuthHooks): TestAuth
  /** With the token of its button and its code. */
  mailTo(address: string): Promise<CaughtMail>
  mailCount(address: string): Promise<number>
  /** To a number (digits only), after it has been sent. */
  smsTo(phone: string): Promise<{ template: string; text: string; code: string }>
}

export interface ClientOptions {
  flowType?: 'implicit' | 'pkce'
  address?: string
}

export interface SendOptions {
  body?: unknown
  /** Sent verbatim instead of `body`. */
  rawBody?: string
  token?: string
  headers?: Record<string, string>
  address?: string
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the wire's JSON, whose shape the test is there to check
  body: any
  headers: Headers
}

export interface CaughtMail {
  template: string
  subject: string
  text: string
  html: string
  links: string[]
  tokenHash: string
  code: string
}

/** Replacements of the operator's servers. */
export interface OperatorParts {
  hookTransport?: HookTransport
  captcha?: CaptchaVerifier
}

/** Opened before the first test of a file and closed after the last. */
export function setUpTestAuth(...options: Parameters<typeof openTestAuth>): TestAuth {
  const test = {} as TestAuth
  beforeAll(async () => {
    Object.assign(test, await openTestAuth(...options))
  })
  afterAll(() => test.close())
  return test
}

/** Without rate limits and delays, and with cheap hashing. */
export async function openTestAuth(
  settings: Partial<AuthSettings> = {},
  options: { now?: string; env?: Record<string, string> } = {},
): Promise<TestAuth> {
  const signingKeys = {
    SIGNING_KEYS: JSON.stringify({ keys: [makeSigningKey()] }),
    ENCRYPTION_KEY: makeEncryptionKey(),
  }
  const test = await openTestServices({
    ...options,
    env: { ...signingKeys, ...options.env },
    jobsOf: (services) => createAuthService(services).jobs,
  })
  return authOn(test, settings)
}

function authOn(
  test: TestServices,
  settings: Partial<AuthSettings>,
  hasher: PasswordHasher = fastHasher,
  {
    hooks = {},
    sessionClock = frozenClock(new Date()),
    operator = {},
  }: { hooks?: AuthHooks; sessionClock?: AdjustableClock; operator?: OperatorParts } = {},
): TestAuth {
  const auth = createAuthService(test.services, {
    sessionClock,
    hooks,
    ...operator,
    hasher,
    settings: { rateLimits: null, mailsPerHour: null, smsPerHour: null, addressAnswerMs: 0, ...settings },
  })

  async function send(method: string, path: string, given: SendOptions = {}): Promise<Answer> {
    const headers = new Headers(given.headers)
    if (given.token) headers.set('authorization', `Bearer ${given.token}`)
    const body = given.rawBody ?? (given.body === undefined ? undefined : JSON.stringify(given.body))
    const request = new Request(`${siteUrl}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    const response = await auth.fetch(request, contextOf(given.address))
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers }
  }

  return {
    ...test,
    auth,
    sessionClock,
    send,
    withHooks: (others) => authOn(test, settings, hasher, { hooks: others, sessionClock }),
    withOperator: (parts) => authOn(test, settings, hasher, { hooks, sessionClock, operator: parts }),
    with: (changes, otherHasher) => authOn(test, { ...settings, ...changes }, otherHasher),
    client: ({ flowType = 'implicit', address } = {}) =>
      new AuthClient({
        url: `${siteUrl}/auth/v1`,
        flowType,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        persistSession: false,
        experimental: { recoveryCodes: true },
        fetch: (input, init) => auth.fetch(new Request(input, init), contextOf(address)),
      }),
    async mailTo(address) {
      const [mail] = await mailsTo(test.db, address)
      if (!mail) throw new Error(`no mail to ${address}`)
      const link = mail.links[0] ?? siteUrl
      return {
        template: mail.template,
        subject: mail.subject,
        text: mail.text_body,
        html: mail.html_body,
        links: mail.links,
        tokenHash: new URL(link).searchParams.get('token_hash') ?? '',
        code: /^\d{6}$/m.exec(mail.text_body)?.[0] ?? '',
      }
    },
    async mailCount(address) {
      return (await test.db.asOwner('select from app.mails where to_address = $1', [address])).length
    },
    async smsTo(phone) {
      await test.services.jobs.drain()
      const messages = await mailsTo(test.db, phone)
      const sms = messages.find(({ channel, status }) => channel === 'sms' && status === 'sent')
      if (!sms) throw new Error(`no text message to ${phone}`)
      const code = /\d{6}/.exec(sms.text_body)?.[0] ?? ''
      return { template: sms.template, text: sms.text_body, code }
    },
  }
}

function contextOf(address = '192.0.2.7') {
  return { requestId: crypto.randomUUID(), address }
}

/** A user with a confirmed address and a password, not signed in. */
export interface Somebody {
  id: string
  email: string
  password: string
}

let people = 0

/** Made directly in the database. @param changes columns of auth.users, as SQL */
export async function somebody(
  test: TestAuth,
  options: { email?: string; password?: string | null; confirmed?: boolean; changes?: string } = {},
): Promise<Somebody> {
  people += 1
  const email = options.email ?? `somebody-${people}@example.test`
  const password = options.password === undefined ? 'correct horse battery' : options.password
  const passwordHash = password === null ? null : await fastHasher.hash(password)
  const now = test.clock.now()
  const confirmedAt = options.confirmed === false ? null : now
  const { id } = await test.db.transactions.withSystem('test', (tx) =>
    insertEmailUser(tx, {
      audience: 'authenticated',
      email,
      passwordHash,
      confirmedAt,
      creation: withoutHooks,
      now,
    }),
  )
  if (options.changes) await test.db.asOwner(`update auth.users set ${options.changes} where id = $1`, [id])
  return { id, email, password: password ?? '' }
}

export interface SignedIn extends Somebody {
  accessToken: string
  refreshToken: string
  sessionId: string
}

export async function signIn(test: TestAuth, person: Somebody): Promise<SignedIn> {
  const { email, password } = person
  const { status, body, headers } = await test.send('POST', '/token?grant_type=password', {
    body: { email, password },
  })
  if (status !== 200) throw new Error(`sign-in failed: ${JSON.stringify(body)}`)
  return {
    ...person,
    accessToken: body.access_token,
    refreshToken: body.refresh_token,
    sessionId: headers.get('sb-auth-session-id') ?? '',
  }
}

export async function aSignedInUser(
  test: TestAuth,
  options?: Parameters<typeof somebody>[1],
): Promise<SignedIn> {
  return signIn(test, await somebody(test, options))
}

/** Sends the request in both error shapes and checks each answer (docs/contracts/auth.md 1.2). */
export async function expectRefusal(
  test: TestAuth,
  [method, path, options = {}]: [method: string, path: string, options?: SendOptions],
  refusal: { status: number; code: string; message?: string | RegExp },
): Promise<void> {
  const message = refusal.message ? matching(refusal.message) : expect.any(String)
  const modern = await test.send(method, path, {
    ...options,
    headers: { ...options.headers, 'x-supabase-api-version': '2024-01-01' },
  })
  expect({ status: modern.status, body: modern.body }).toMatchObject({
    status: refusal.status,
    body: { code: refusal.code, message },
  })
  expect(modern.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  expect(modern.headers.get('x-sb-error-code')).toBe(refusal.code)

  const old = await test.send(method, path, options)
  expect({ status: old.status, body: old.body }).toMatchObject({
    status: refusal.status,
    body: { code: refusal.status, error_code: refusal.code, msg: message },
  })
  expect(old.headers.get('x-supabase-api-version')).toBeNull()
  expect(old.headers.get('x-sb-error-code')).toBe(refusal.code)
}

function matching(text: string | RegExp) {
  return typeof text === 'string' ? text : expect.stringMatching(text)
}

export async function auditOf(test: TestAuth, userId: string): Promise<string[]> {
  const rows = await test.db.asOwner<{ action: string }>(
    `select action from app.audit_log where subject_id = $1 order by id`,
    [userId],
  )
  return rows.map(({ action }) => action)
}

export function limitsOf(limit: RateLimit): Record<LimitGroup, RateLimit> {
  const groups = Object.keys(authSettings(readConfig({ NODE_ENV: 'test' })).rateLimits ?? {})
  return Object.fromEntries(groups.map((group) => [group, limit])) as Record<LimitGroup, RateLimit>
}

/** @param token of `test.auth.serviceToken` */
export function adminClient(test: TestAuth, token: string): InstanceType<typeof GoTrueAdminApi> {
  return new GoTrueAdminApi({
    url: `${siteUrl}/auth/v1`,
    headers: { Authorization: `Bearer ${token}` },
    fetch: (input, init) => test.auth.fetch(new Request(input, init), contextOf()),
  })
}

export function postAs(
  test: TestAuth,
  { accessToken }: Pick<SignedIn, 'accessToken'>,
  path: string,
  body: object = {},
): Promise<Answer> {
  return test.send('POST', path, { token: accessToken, body })
}

export async function userOf(test: TestAuth, accessToken: string): Promise<Answer['body']> {
  return (await test.send('GET', '/user', { token: accessToken })).body
}

let phones = 15_550_001_000

/** Without +. */
export function newPhone(): string {
  phones += 1
  return String(phones)
}

export async function isAlive(
  test: TestAuth,
  { accessToken }: Pick<SignedIn, 'accessToken'>,
): Promise<boolean> {
  return (await test.send('GET', '/user', { token: accessToken })).status === 200
}

export async function userRowOf(test: TestAuth, email: string) {
  const [user] = await test.db.asOwner<{
    id: string
    password_hash: string | null
    email_confirmed_at: Date | null
  }>('select * from auth.users where email = $1', [email])
  return user
}
