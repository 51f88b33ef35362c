import { refuse } from '../errors/rest-error.ts'
import { parseQueryString } from '../parse/query-string.ts'
import type { RestQuery, RowRange } from '../parse/request-terms.ts'
import { type AnswerFormat, negotiate } from './media-type.ts'
import { type Payload, readPayload } from './payload.ts'
import { type Preferences, parsePreferences } from './preferences.ts'
import { rootRange } from './row-range.ts'

export type Action = 'read' | 'insert' | 'update' | 'put' | 'delete' | 'call' | 'describe'

/** Not checked against the schema yet. */
export interface RestRequest {
  action: Action
  headersOnly: boolean
  /** A function is called by GET or HEAD: its arguments are in the URL, and it may only read. */
  byUrl: boolean
  schema: string
  /** The schema depends on a profile header, so the response names it. */
  schemaNegotiated: boolean
  target: { kind: 'table' | 'function' | 'root'; name: string }
  query: RestQuery
  parameters: URLSearchParams
  context: RequestContext
  range: RowRange
  preferences: Preferences
  format: AnswerFormat
  payload?: Payload
}

/** Transaction settings of the same names, for policies and functions. */
export interface RequestContext {
  method: string
  path: string
  headers: Headers
}

export interface ReadOptions {
  /** Such as `/rest/v1`; requests at the root work too. */
  basePath: string
  schemas: string[]
  maxDepth: number
  maxUrlBytes: number
  maxBodyBytes: number
  planEnabled: boolean
}

const tableActions: Record<string, Action> = {
  GET: 'read',
  HEAD: 'read',
  POST: 'insert',
  PATCH: 'update',
  PUT: 'put',
  DELETE: 'delete',
  OPTIONS: 'describe',
}

const functionActions: Record<string, Action> = {
  GET: 'call',
  HEAD: 'call',
  POST: 'call',
  OPTIONS: 'describe',
}

/** @throws RestError PGRST100 to PGRST126 for errors visible without the schema */
export async function readRequest(request: Request, options: ReadOptions): Promise<RestRequest> {
  // a URL is ASCII, so its length is its size in bytes
  if (request.url.length > options.maxUrlBytes) throw refuse.urlTooLong(options.maxUrlBytes)
  const url = new URL(request.url)
  const { method, headers } = request
  const path = withoutBase(url.pathname, options.basePath)
  const target = targetOf(path, method)
  const action = actionOf(target.kind, method)
  const { schema, schemaNegotiated } = schemaOf(action, method, headers, options.schemas)
  const byUrl = action === 'call' && method !== 'POST'
  const query = parseQueryString(url.searchParams, { callsFunction: byUrl, maxDepth: options.maxDepth })
  const format = negotiate(headers.get('accept'), options.planEnabled)
  const range = rootRange(query.ranges, headers.get('range'), method)
  if (action === 'put' && query.ranges.some(({ path }) => path.length === 0)) throw refuse.putLimit()
  const base = {
    action,
    headersOnly: method === 'HEAD',
    byUrl,
    schema,
    schemaNegotiated,
    target,
    query,
    parameters: url.searchParams,
    context: { method, path, headers },
    range,
  }
  const preferences = parsePreferences(headers.get('prefer'))
  if (!takesBody(action, byUrl)) return { ...base, preferences, format }
  const payload = await readPayload(request, {
    forFunction: action === 'call',
    columnsGiven: query.columns !== undefined && action !== 'put',
    maxBytes: options.maxBodyBytes,
  })
  return { ...base, preferences, format, payload }
}

function takesBody(action: Action, byUrl: boolean): boolean {
  return action === 'insert' || action === 'update' || action === 'put' || (action === 'call' && !byUrl)
}

function withoutBase(pathname: string, basePath: string): string {
  const isUnderBase = pathname === basePath || pathname.startsWith(`${basePath}/`)
  return isUnderBase ? pathname.slice(basePath.length) : pathname
}

function targetOf(path: string, method: string): RestRequest['target'] {
  const segments = path.split('/').slice(1).map(decodeSegment)
  if (segments[segments.length - 1] === '') segments.pop()
  const [first, second] = segments
  if (first === undefined) {
    // the root serves OPTIONS only
    if (method !== 'OPTIONS') throw refuse.root()
    return { kind: 'root', name: '' }
  }
  if (segments.length === 1) return { kind: 'table', name: first }
  if (segments.length === 2 && first === 'rpc' && second) return { kind: 'function', name: second }
  throw refuse.path()
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw refuse.path()
  }
}

function actionOf(kind: RestRequest['target']['kind'], method: string): Action {
  const action = (kind === 'function' ? functionActions : tableActions)[method]
  if (action) return action
  throw kind === 'function' ? refuse.rpcMethod(method) : refuse.method(method)
}

function schemaOf(action: Action, method: string, headers: Headers, schemas: string[]) {
  const writes = action !== 'read' && action !== 'describe' && (action !== 'call' || method === 'POST')
  const profile = headers.get(writes ? 'content-profile' : 'accept-profile')
  if (profile && !schemas.includes(profile)) throw refuse.unknownSchema(profile, schemas)
  return { schema: profile ?? schemas[0] ?? '', schemaNegotiated: profile !== null || schemas.length > 1 }
}
