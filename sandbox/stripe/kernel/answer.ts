import { createHash } from 'node:crypto'
import { present } from '../world/present.ts'
import { apiVersion, platform, type Scope } from '../world/scope.ts'
import { invalidRequest, StripeFailure } from '../world/stripe-failure.ts'
import type { World } from '../world/world.ts'
import { type Endpoint, findEndpoint } from './endpoint.ts'
import { expandAll } from './expand.ts'
import { decodeForm, decodeParts, type RawMap } from './form.ts'
import { page, pagingParams } from './lists.ts'
import { fromOlderVersion } from './older-version.ts'
import { listOf, readParams, required, text } from './params.ts'

export interface ApiRequest {
  id: string
  method: string
  /** The path after `/v1/`. */
  path: string
  params: RawMap
  account: string
  idempotencyKey: string | null
  /** True for another version than the pinned one, or none, which means the account's. */
  isOlderVersion: boolean
}

/** `body` is JSON text, so that a replay is identical byte for byte. */
export interface ApiAnswer {
  status: number
  body: string
  replayed?: boolean
}

/** @throws StripeFailure 401 for a missing, live or malformed key; 404 outside `/v1/` */
export async function readRequest(request: Request, id: string): Promise<ApiRequest> {
  const url = new URL(request.url)
  checkKey(request.headers.get('authorization'))
  if (!url.pathname.startsWith('/v1/')) throw unrecognized(request.method, url.pathname)
  const path = url.pathname.slice('/v1/'.length).replace(/\/$/, '')
  // This host accepts only files.
  if (url.hostname === uploadHost && path !== 'files') throw unrecognized(request.method, url.pathname)
  const isUpload = (request.headers.get('content-type') ?? '').startsWith('multipart/form-data')
  const body = isUpload ? await readParts(request) : decodeForm(await request.text())
  const given = { ...decodeForm(url.search), ...body }
  const version = request.headers.get('stripe-version')
  return {
    id,
    method: request.method,
    path,
    params: fromOlderVersion(version, path, given),
    account: request.headers.get('stripe-account') || platform,
    idempotencyKey: request.headers.get('idempotency-key'),
    isOlderVersion: version !== apiVersion,
  }
}

const uploadHost = 'files.stripe.com'

async function readParts(request: Request): Promise<RawMap> {
  try {
    return await decodeParts(request)
  } catch {
    throw invalidRequest('Invalid multipart/form-data body.')
  }
}

function checkKey(authorization: string | null) {
  const [scheme, value = ''] = (authorization ?? '').split(' ')
  const key = scheme === 'Basic' ? (atob(value).split(':')[0] ?? '') : value
  if (!key) throw unauthorised('You did not provide an API key.')
  if (key.startsWith('sk_live_')) {
    throw unauthorised('The payment sandbox refuses live keys: no real money moves here.')
  }
  if (!key.startsWith('sk_test_')) throw unauthorised(`Invalid API Key provided: ${key.slice(0, 4)}****`)
}

function unauthorised(message: string) {
  return new StripeFailure(401, { type: 'invalid_request_error', message })
}

function unrecognized(method: string, path: string) {
  return new StripeFailure(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).`,
  })
}

/** 403 for an unknown account, as Stripe answers for one that is not connected. */
export function checkAccount(world: World, account: string) {
  const known = account === platform ? undefined : world.get(platform, account)
  if (account === platform || (known?.object === 'account' && !(known as { _deleted?: boolean })._deleted))
    return
  throw noAccess(account)
}

export function noAccess(account: string): StripeFailure {
  return new StripeFailure(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: `The provided key does not have access to account '${account}' (or that account does not exist).`,
  })
}

export interface Call {
  endpoint: Endpoint
  ids: string[]
  params: object
  expand: string[]
  path: string
}

/** @throws StripeFailure 404 for an unknown path, 400 for invalid parameters */
export function readCall(endpoints: Endpoint[], request: ApiRequest): Call {
  const found = findEndpoint(endpoints, request.method, request.path)
  if (!found) throw unrecognized(request.method, `/v1/${request.path}`)
  const { endpoint, ids } = found
  const paging = endpoint.list ? pagingParams : {}
  const { expand = [], ...params } = readParams(
    {
      ...endpoint.table,
      ...(request.isOlderVersion ? endpoint.olderTable : {}),
      ...paging,
      expand: listOf(required(text)),
    },
    request.params,
  )
  return { endpoint, ids, params, expand, path: `/v1/${request.path}` }
}

/** @returns JSON text, paged, presented and expanded */
export function runCall(scope: Scope, { endpoint, ids, params, expand, path }: Call): string {
  const outcome = endpoint.run(scope, params, ids)
  const shown = endpoint.list
    ? listAnswer(scope, endpoint, outcome as { id: string }[], params, path)
    : present(scope, outcome as { id: string })
  return JSON.stringify(expandAll(scope, shown, expand))
}

function listAnswer(
  scope: Scope,
  endpoint: Endpoint,
  records: { id: string }[],
  paging: object,
  url: string,
) {
  const ordered = endpoint.list === 'newest first' ? records.toReversed() : records
  const answer = page(ordered, paging, url)
  return { ...answer, data: answer.data.map((record) => present(scope, record)) }
}

/** After 24 hours a key may be reused (docs.stripe.com/api/idempotent_requests). */
const keyLifeSeconds = 24 * 60 * 60

/** @throws StripeFailure 400 `idempotency_error` if the earlier request was different */
export function replay(scope: Scope, request: ApiRequest): ApiAnswer | undefined {
  if (request.method !== 'POST' || !request.idempotencyKey) return undefined
  const kept = scope.find('idempotency_key', keyId(request.idempotencyKey))
  if (!kept || kept.created + keyLifeSeconds <= scope.now) return undefined
  if (kept.fingerprint !== fingerprint(request)) {
    throw new StripeFailure(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${request.idempotencyKey}' if you meant to execute a different request.`,
    })
  }
  return { status: kept.status, body: kept.body, replayed: true }
}

/** Except a failure of the sandbox: a 5xx frees the key. */
export function storeAnswer(scope: Scope, request: ApiRequest, answer: ApiAnswer) {
  if (request.method !== 'POST' || !request.idempotencyKey || answer.status >= 500) return
  if (request.idempotencyKey.length > 255)
    throw invalidRequest('Idempotency keys have at most 255 characters.')
  for (const old of scope.all('idempotency_key')) {
    if (old.created + keyLifeSeconds > scope.now) break
    scope.remove(old.id)
  }
  const id = keyId(request.idempotencyKey)
  scope.remove(id)
  scope.add('idempotency_key', { id, fingerprint: fingerprint(request), ...answer })
}

const keyId = (key: string) => `idem_${createHash('sha256').update(key).digest('hex').slice(0, 40)}`

function fingerprint(request: ApiRequest): string {
  const text = JSON.stringify([request.method, request.path, request.params])
  return createHash('sha256').update(text).digest('hex')
}
