import { validStatus } from '../errors/postgres-errors.ts'
import { type RestError, refuse } from '../errors/rest-error.ts'
import type { RestRequest } from '../request/read-request.ts'
import type { Table } from '../schema/tables.ts'
import type { AnswerRow } from '../sql/answer.ts'
import { type Outcome, partsOf } from './answer-parts.ts'

/** docs/contracts/data-api.md 2, 3, 4, 5 */
export function respond(request: RestRequest, outcome: Outcome): Response {
  const { status, headers, withBody } = partsOf(request, outcome)
  const final = raisedStatus(outcome.row) ?? status
  const body = withBody && !request.headersOnly && mayHaveBody(final) ? outcome.row.body : null
  const sent: Record<string, string> = { Vary: 'Accept, Prefer, Range' }
  if (withBody) {
    sent['Content-Type'] = request.format.contentType
    if (request.schemaNegotiated) sent['Content-Profile'] = request.schema
  }
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) sent[name] = value
  if (body === null && !request.headersOnly && mayStateLength(final)) sent['Content-Length'] = '0'
  const response = new Response(body, { status: final, headers: sent })
  setRaised(response.headers, raisedHeaders(outcome.row))
  return response
}

// A function's headers override the others; one set twice is sent twice.
function setRaised(headers: Headers, raised: [string, string][]): void {
  const seen = new Set<string>()
  try {
    for (const [name, value] of raised) {
      if (seen.has(name.toLowerCase())) headers.append(name, value)
      else headers.set(name, value)
      seen.add(name.toLowerCase())
    }
  } catch {
    throw refuse.responseHeaders()
  }
}

/** Always the same four keys. */
export function respondRefusal(error: RestError, headersOnly: boolean): Response {
  const { code, message, details, hint } = error
  const headers = new Headers({
    'Content-Type': 'application/json; charset=utf-8',
    'Proxy-Status': `Carefold; error=${code}`,
    ...error.headers,
  })
  const body =
    headersOnly || !mayHaveBody(error.status) ? null : JSON.stringify({ code, details, hint, message })
  return new Response(body, { status: error.status, headers })
}

/** For `application/vnd.pgrst.plan`. */
export function respondPlan(request: RestRequest, rows: Record<string, unknown>[]): Response {
  const lines = rows.map((row) => row['QUERY PLAN'])
  const body = request.format.plan?.format === 'json' ? JSON.stringify(jsonOf(lines[0])) : lines.join('\n')
  return new Response(body, { status: 200, headers: { 'Content-Type': request.format.contentType } })
}

export function respondTableMethods(table: Table): Response {
  const methods = ['OPTIONS', 'GET', 'HEAD']
  if (table.insertable) methods.push('POST')
  if (table.insertable && table.updatable && table.primaryKey.length > 0) methods.push('PUT')
  if (table.updatable) methods.push('PATCH')
  if (table.deletable) methods.push('DELETE')
  return allow(methods)
}

export function respondRoutineMethods(isVolatile: boolean): Response {
  return allow(isVolatile ? ['OPTIONS', 'POST'] : ['OPTIONS', 'GET', 'HEAD', 'POST'])
}

export function respondRootMethods(): Response {
  return allow(['OPTIONS', 'GET', 'HEAD'])
}

function allow(methods: string[]): Response {
  return new Response(null, { status: 200, headers: { Allow: methods.join(','), 'Content-Length': '0' } })
}

function raisedHeaders({ headers }: AnswerRow): [string, string][] {
  if (!headers) return []
  const list = jsonOf(headers)
  if (!Array.isArray(list)) throw refuse.responseHeaders()
  return list.map((entry: unknown) => {
    const pairs = entry !== null && typeof entry === 'object' ? Object.entries(entry) : []
    const [name, value] = pairs[0] ?? []
    if (pairs.length !== 1 || !name || typeof value !== 'string') throw refuse.responseHeaders()
    return [name, value]
  })
}

function raisedStatus({ status }: AnswerRow): number | undefined {
  if (!status) return undefined
  const valid = /^\d+$/.test(status) ? validStatus(Number(status)) : undefined
  if (valid === undefined) throw refuse.responseStatus()
  return valid
}

function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

// RFC 9110 section 8.6
function mayStateLength(status: number): boolean {
  return status !== 204 && status !== 304
}

function mayHaveBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304
}
