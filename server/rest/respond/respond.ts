import { validStatus } from '../errors/postgres-errors.ts'
import { type RestError, refuse } from '../errors/rest-error.ts'
import type { RestRequest } from '../request/read-request.ts'
import type { Table } from '../schema/tables.ts'
import type { AnswerRow } from '../sql/answer.ts'
import { type Outcome, partsOf } from './answer-parts.ts'

/** The response to a request that succeeded (docs/contracts/data-api.md 2, 3, 4, 5). */
export function respond(request: RestRequest, outcome: Outcome): Response {
  const { status, headers, withBody } = partsOf(request, outcome)
  const final = raisedStatus(outcome.row) ?? status
  const body = withBody && !request.headersOnly && mayHaveBody(final) ? outcome.row.body : null
  const sent: Record<string, string> = {}
  if (withBody) {
    sent['Content-Type'] = request.format.contentType
    if (request.schemaNegotiated) sent['Content-Profile'] = request.schema
  }
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) sent[name] = value
  const response = new Response(body, { status: final, headers: sent })
  // headers set by a function come last: they may override the others
  for (const [name, value] of raisedHeaders(outcome.row)) setRaised(response.headers, name, value)
  return response
}

function setRaised(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value)
  } catch {
    // a name or value that is not valid in HTTP
    throw refuse.responseHeaders()
  }
}

/** The response to a request that was refused: always the same four keys. */
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

/** The plan of a statement, for `application/vnd.pgrst.plan`. */
export function respondPlan(request: RestRequest, rows: Record<string, unknown>[]): Response {
  const lines = rows.map((row) => row['QUERY PLAN'])
  const body = request.format.plan?.format === 'json' ? JSON.stringify(jsonOf(lines[0])) : lines.join('\n')
  return new Response(body, { status: 200, headers: { 'Content-Type': request.format.contentType } })
}

/** The response to OPTIONS: which methods a table or function supports. */
export function respondDescription(table: Table | undefined, isVolatile: boolean): Response {
  const verbs = ['OPTIONS']
  if (!table) verbs.push(...(isVolatile ? ['POST'] : ['GET', 'HEAD', 'POST']))
  else {
    verbs.push('GET', 'HEAD')
    if (table.insertable) verbs.push('POST')
    if (table.insertable && table.updatable && table.primaryKey.length > 0) verbs.push('PUT')
    if (table.updatable) verbs.push('PATCH')
    if (table.deletable) verbs.push('DELETE')
  }
  return new Response(null, { status: 200, headers: { Allow: verbs.join(',') } })
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

function mayHaveBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304
}
