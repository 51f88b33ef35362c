import type { Context, Hono } from 'hono'
import type { ApiDocument } from '#domain/api/api-document.ts'
import type { AppError } from '#domain/errors.ts'
import type { Action, Services } from './clinic/action.ts'
import type { FileRoutes } from './features/files/routes.ts'
import type { Caller } from './platform/database/transactions.ts'
import type { VerifyAccessToken } from './platform/http/caller.ts'
import type { WebAssets } from './platform/http/web-assets.ts'
import type { Live } from './platform/live/live.ts'
import type { AnsweredRequest } from './platform/metrics/metrics.ts'
import type { Tracing } from './platform/tracing/tracing.ts'

interface RequestInfo {
  requestId: string
  address: string | null
}

type Handler = (request: Request, info: RequestInfo) => Promise<Response>

/** One per protocol. */
export interface AppParts {
  services: Services
  verifyAccessToken: VerifyAccessToken
  auth: Handler
  rest: (request: Request, caller: Caller) => Promise<Response>
  /** Answers an invalid bearer token, and the server's refusals. */
  restRefusal: (request: Request, why: 'invalid-token' | AppError) => Promise<Response>
  actions: readonly Action[]
  files: FileRoutes
  /** Private calendar addresses, by the key in the query. */
  calendars: Handler
  /** FHIR R4, for programs with an API key. */
  fhir: Handler
  live: Pick<Live, 'open' | 'mark'>
  cspReports: Handler
  webhooks: Record<string, Handler>
  /** Where other services redirect browsers to: GET. */
  returns: Record<string, Handler>
  /** Development only: mailbox, clock, sandbox pages. */
  development: { path: string; handle: Handler }[]
  web: WebAssets
  /** Builds or reads the OpenAPI document. Absent: no reference is served. */
  reference?: () => Promise<ApiDocument>
  /** Absent: nothing is traced. */
  tracing?: Pick<Tracing, 'start'>
  /** For metrics. */
  onAnswer?(request: AnsweredRequest): void
}

/** Set by the first middleware. */
interface Variables extends RequestInfo {
  /** Null without a valid bearer token. */
  person: Awaited<ReturnType<VerifyAccessToken>>
}

export interface Bindings {
  /** The request's unit was already taken (server/platform/limits/admission.ts). */
  isPaid?: boolean
  /** node-server's request, for the socket's address. */
  incoming?: { socket?: { remoteAddress?: string } }
}

interface RequestEnvironment {
  Bindings: Bindings
  Variables: Variables
}

export type Router = Hono<RequestEnvironment>

export type RequestContext = Context<RequestEnvironment>

export function infoOf(c: RequestContext): RequestInfo {
  return { requestId: c.get('requestId'), address: c.get('address') }
}
