import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { createApp } from '#server/app.ts'
import type { AppParts } from '#server/app-parts.ts'
import { type AuthService, createAuthService } from '#server/auth/service.ts'
import { createDataApi } from '#server/data-api.ts'
import { accountRoute } from '#server/development/account-route.ts'
import { clockRoute } from '#server/development/clock-route.ts'
import { mailboxRoutes } from '#server/development/mailbox.ts'
import { proofsRoute } from '#server/development/proofs-route.ts'
import { calendarFeed } from '#server/features/appointments/calendar/calendar-feed.ts'
import { reserveClinicAtSignUp } from '#server/features/clinics/reserve-clinic.ts'
import { fhirEndpoint } from '#server/features/fhir/endpoint.ts'
import { fileRoutes } from '#server/features/files/routes.ts'
import { actions, returnHandlers, webhookHandlers } from '#server/features.ts'
import { sandboxPath } from '#server/payments.ts'
import { createCspReports } from '#server/platform/csp-reports/csp-reports.ts'
import { createTransactions } from '#server/platform/database/transactions.ts'
import type { CallerLimits } from '#server/platform/limits/caller-limits.ts'
import { createLive } from '#server/platform/live/live.ts'
import { makeEncryptionKey } from '#server/platform/secret-box.ts'
import { openSignInProviders } from '#server/sign-in-providers.ts'
import { refuseTokens } from '#server/token-refusals.ts'
import type { TestDatabase } from '#testing/database/database.ts'
import { fastHasher } from '#testing/database/fast-hasher.ts'
import { openTestPayments, type TestPayments } from '#testing/money/payments.ts'
import { closedAtEnd } from '#testing/set-up.ts'
import type { Person } from '#testing/sign-in/people.ts'

/** For tests of everything that leaves the server beside its answers. */
export type Observed = Pick<
  NonNullable<Parameters<typeof openTestPayments>[0]>,
  'now' | 'log' | 'tracing' | 'mail' | 'webhooks' | 'jobsOf' | 'reach' | 'env'
> & { onAnswer?: AppParts['onAnswer'] }

/** The whole server over HTTP: every protocol, real tokens, working payments. */
export interface TestServer extends TestPayments {
  auth: AuthService
  keys: { signing: KeyObject; publicKey: KeyObject; kid: string; shared: Buffer; sharedKid: string }
  paths: string[]
  fetch: typeof fetch
  /** `path` begins with a slash. */
  ask(path: string, options?: AskOptions): Promise<ServerAnswer>
  /** A valid access token of a signed-in user. @param claims overrides; undefined omits a claim */
  tokenOf(person: Pick<Person, 'userId' | 'sessionId'>, claims?: Record<string, unknown>): Promise<string>
  claimsOf(person: Pick<Person, 'userId' | 'sessionId'>): Record<string, unknown>
  serviceToken(): Promise<string>
}

export interface AskOptions {
  method?: string
  /** Sent as JSON. */
  body?: unknown
  /** Sent verbatim instead of `body`. */
  rawBody?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  address?: string
  token?: string | null
  /** The clinic whose host is called; default: the main site. */
  clinic?: { subdomain: string } | null
  headers?: Record<string, string>
}

export interface ServerAnswer {
  status: number
  text: string
  headers: Headers
}

/**
 * @param now the product's clock; sessions and tokens use the machine's time
 * @param limits on one caller's use of the database; absent: none
 * @param openDatabase absent: an empty one of the tests
 * @param observed the observed outlets, and which jobs run
 */
export async function openTestServer(
  now = new Date().toISOString(),
  limits?: (connections: number) => CallerLimits,
  openDatabase?: () => Promise<TestDatabase>,
  observed: Observed = {},
): Promise<TestServer> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const shared = randomBytes(32)
  const keySet = JSON.stringify({
    keys: [
      { ...pair.privateKey.export({ format: 'jwk' }), kid: 'ours' },
      { kty: 'oct', k: shared.toString('base64url'), kid: 'shared' },
    ],
  })
  const test = await openTestPayments({
    now,
    ...observed,
    env: { SIGNING_KEYS: keySet, ENCRYPTION_KEY: makeEncryptionKey(), ...observed.env },
    ...(openDatabase && { openDatabase }),
  })
  const { database } = test.db
  const transactions = createTransactions(database, limits?.(database.connections))
  const services = { ...test.services, transactions }
  const auth = createAuthService(services, {
    hasher: fastHasher,
    settings: {
      rateLimits: null,
      mailsPerHour: null,
      smsPerHour: null,
      addressAnswerMs: 0,
      mailIntervalSeconds: 0,
    },
    hooks: { beforeSignUp: reserveClinicAtSignUp },
  })
  const rest = createDataApi(transactions)
  const live = createLive({ transactions, log: services.log, listen: database.listen })
  const signIn = await openSignInProviders({ ...services.config, google: null, environment: 'development' })
  const app = createApp({
    services,
    verifyAccessToken: auth.verifyAccessToken,
    auth: auth.fetch,
    rest: rest.fetch,
    restRefusal: refuseTokens(rest, auth),
    actions,
    files: fileRoutes(services),
    calendars: calendarFeed(services),
    fhir: fhirEndpoint(services),
    live,
    cspReports: createCspReports({ log: services.log }),
    webhooks: webhookHandlers(services),
    returns: returnHandlers(services),
    development: [
      ...mailboxRoutes(transactions),
      proofsRoute(transactions),
      clockRoute({ clock: test.clock, transactions, onMoved: async () => [] }),
      accountRoute(transactions, test.sandbox),
      { path: `${sandboxPath}/*`, handle: (request) => test.sandbox.pages(request) },
      ...(signIn.sandbox ? [signIn.sandbox] : []),
    ],
    web: { page: async () => new Response(null, { status: 404 }), file: async () => null },
    ...(observed.tracing && { tracing: observed.tracing }),
    ...(observed.onAnswer && { onAnswer: observed.onAnswer }),
  })

  const main = new URL(services.config.mainOrigin)
  const claimsOf = ({ userId, sessionId }: Pick<Person, 'userId' | 'sessionId'>) => {
    const at = Math.floor(Date.now() / 1000)
    return {
      iss: `${services.config.mainOrigin}/auth/v1`,
      aud: 'authenticated',
      role: 'authenticated',
      sub: userId,
      session_id: sessionId,
      iat: at,
      exp: at + 600,
    }
  }
  return {
    ...test,
    auth,
    keys: {
      signing: pair.privateKey,
      publicKey: pair.publicKey,
      kid: 'ours',
      shared,
      sharedKid: 'shared',
    },
    claimsOf,
    serviceToken: auth.serviceToken,
    tokenOf: (person, claims = {}) =>
      new SignJWT({ ...claimsOf(person), ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'ours', typ: 'JWT' })
        .sign(pair.privateKey),
    paths: app.paths,
    fetch: (input, init) => app.fetch(new Request(input, init)),
    async ask(path, { method = 'GET', body, rawBody, address, token, clinic, headers } = {}) {
      const host = clinic ? `${clinic.subdomain}.${main.host}` : main.host
      const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
      const response = await app.fetch(
        new Request(`${main.protocol}//${host}${path}`, {
          method,
          headers: {
            ...(sent !== undefined && { 'content-type': 'application/json' }),
            ...(typeof token === 'string' && { authorization: `Bearer ${token}` }),
            ...headers,
          },
          ...(sent !== undefined && { body: sent, duplex: 'half' }),
        }),
        { incoming: { socket: address ? { remoteAddress: address } : {} } },
      )
      return { status: response.status, text: await response.text(), headers: response.headers }
    },
    async close() {
      await live.close()
      await rest.close()
      await test.close()
    },
  }
}

export const setUpServer = closedAtEnd(openTestServer)
