import { AuthClient } from '@supabase/auth-js'
import { makeSigningKey } from '#server/auth/keys/key-file.ts'
import { type AuthService, createAuthService } from '#server/auth/service.ts'
import type { AuthSettings } from '#server/auth/settings.ts'
import { AdjustableClock } from '#server/platform/clock.ts'
import { openTestServices, type TestServices } from './services.ts'

/** Where the auth service under test lives. */
export const siteUrl = 'http://carefold.localhost:3000'

/** The auth service on a test database, and ways to talk to it. */
export interface TestAuth extends TestServices {
  auth: AuthService
  /** Moves sessions and tokens, which run on the machine's time. */
  sessionClock: AdjustableClock
  /** The published client, signed out, with its own memory. */
  client(options?: ClientOptions): AuthClient
  /** One request as any program could send it; `body` is JSON. */
  send(method: string, path: string, options?: SendOptions): Promise<Answer>
  /** The newest mail to an address, with the token of its button and its code. */
  mailTo(address: string): Promise<CaughtMail>
  mailCount(address: string): Promise<number>
}

export interface ClientOptions {
  flowType?: 'implicit' | 'pkce'
  address?: string
}

export interface SendOptions {
  body?: unknown
  /** Sent as it is instead of `body`. */
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

/** Limits per network address are off unless a test asks for them, and answers come at once. */
export async function openTestAuth(
  settings: Partial<AuthSettings> = {},
  options: { now?: string; env?: Record<string, string> } = {},
): Promise<TestAuth> {
  const signingKeys = { SIGNING_KEYS: JSON.stringify({ keys: [makeSigningKey()] }) }
  const test = await openTestServices({ ...options, env: { ...signingKeys, ...options.env } })
  const sessionClock = new AdjustableClock()
  const auth = createAuthService(test.services, {
    sessionClock,
    settings: { rateLimits: null, mailsPerHour: null, addressAnswerMs: 0, ...settings },
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
    client: ({ flowType = 'implicit', address } = {}) =>
      new AuthClient({
        url: `${siteUrl}/auth/v1`,
        flowType,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        persistSession: false,
        fetch: (input, init) => auth.fetch(new Request(input, init), contextOf(address)),
      }),
    async mailTo(address) {
      const [mail] = await test.db.asOwner<{
        template: string
        subject: string
        text_body: string
        html_body: string
        links: string[]
      }>('select * from app.mails where to_address = $1 order by queued_at desc, id limit 1', [address])
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
  }
}

function contextOf(address = '192.0.2.7') {
  return { requestId: crypto.randomUUID(), address }
}
