import { type RestError, refuse } from './errors.ts'
import { validStatus } from './postgres-errors.ts'
import { preferenceApplied } from './request/preferences.ts'
import type { RestRequest } from './request/read-request.ts'
import { contentRange } from './request/row-range.ts'
import type { Table } from './schema/schema-cache.ts'
import type { AnswerRow } from './sql/answer.ts'

/** What the database answered, and what else decides status and headers. */
export interface Outcome {
  row: AnswerRow
  /** All rows without the range, where the client asked to count. */
  total?: number
  table: Table
  returnsVoid?: boolean
}

/** The answer to a request that succeeded (docs/contracts/data-api.md 2, 3, 4, 5). */
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
  // what a function set comes last: it may replace what stands
  for (const [name, value] of raisedHeaders(outcome.row)) setRaised(response.headers, name, value)
  return response
}

function setRaised(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value)
  } catch {
    // a name or value that HTTP cannot carry
    throw refuse.responseHeaders()
  }
}

/** The answer to a request that was refused: always the same four keys. */
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

/** Which verbs a table or function takes. */
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

interface Parts {
  status: number
  headers: Record<string, string | undefined>
  withBody: boolean
}

function partsOf(request: RestRequest, outcome: Outcome): Parts {
  switch (request.action) {
    case 'insert':
      return insertParts(request, outcome)
    case 'put':
      return putParts(request, outcome)
    case 'update':
    case 'delete':
      return changeParts(request, outcome)
    case 'call':
      return callParts(request, outcome)
    default:
      return readParts(request, outcome)
  }
}

function readParts(request: RestRequest, outcome: Outcome): Parts {
  const applied = preferenceApplied(request.preferences, ['count', 'tx', 'handling', 'timezone'])
  return { ...rangeParts(request, outcome, applied), withBody: true }
}

function callParts(request: RestRequest, outcome: Outcome): Parts {
  const applied = preferenceApplied(request.preferences, [
    'return',
    'count',
    'tx',
    'handling',
    'timezone',
    'maxAffected',
  ])
  const { status, headers } = rangeParts(request, outcome, applied)
  const nothing = outcome.returnsVoid === true || request.preferences.return === 'minimal'
  return nothing ? { status: 204, headers, withBody: false } : { status, headers, withBody: true }
}

function rangeParts(request: RestRequest, { row, total }: Outcome, applied: string | undefined) {
  const lower = request.range.offset
  const rows = Number(row.rows)
  const upper = lower + rows - 1
  if (total !== undefined && lower > total) {
    throw refuse.badRange(`An offset of ${lower} was requested, but there are only ${total} rows.`)
  }
  return {
    status: total !== undefined && rows < total ? 206 : 200,
    headers: { 'Content-Range': contentRange(lower, upper, total), 'Preference-Applied': applied },
  }
}

function insertParts(request: RestRequest, { row, table }: Outcome): Parts {
  const { preferences, query } = request
  const canConflict = table.primaryKey.length > 0 || query.onConflict !== undefined
  const applied = preferenceApplied(preferences, [
    ...(canConflict ? (['resolution'] as const) : []),
    'missing',
    'return',
    'count',
    'tx',
    'handling',
    'timezone',
  ])
  const onlyUpdated =
    preferences.resolution === 'merge-duplicates' && canConflict && Number(row.inserted ?? 0) <= 0
  return {
    status: onlyUpdated ? 200 : 201,
    headers: {
      Location: preferences.return === 'headers-only' ? locationOf(table, row) : undefined,
      'Content-Range': contentRange(1, 0, counted(request, row)),
      'Preference-Applied': applied,
    },
    withBody: preferences.return === 'representation',
  }
}

function putParts(request: RestRequest, { row }: Outcome): Parts {
  const withBody = request.preferences.return === 'representation'
  const applied = preferenceApplied(request.preferences, ['return', 'count', 'tx', 'handling', 'timezone'])
  const status = withBody ? (Number(row.inserted ?? 0) > 0 ? 201 : 200) : 204
  return { status, headers: { 'Preference-Applied': applied }, withBody }
}

function changeParts(request: RestRequest, { row }: Outcome): Parts {
  const { preferences, action } = request
  const withBody = preferences.return === 'representation'
  const isUpdate = action === 'update'
  const applied = preferenceApplied(preferences, [
    ...(isUpdate ? (['missing'] as const) : []),
    'return',
    'count',
    'tx',
    'handling',
    'timezone',
    'maxAffected',
  ])
  const [lower, upper] = isUpdate ? [0, Number(row.rows) - 1] : [1, 0]
  return {
    status: withBody ? 200 : 204,
    headers: {
      'Content-Range': contentRange(lower, upper, counted(request, row)),
      'Preference-Applied': applied,
    },
    withBody,
  }
}

function counted({ preferences }: RestRequest, row: AnswerRow): number | undefined {
  return preferences.count === 'exact' || preferences.count === 'estimated' ? Number(row.rows) : undefined
}

/** Where the one row written can be read again: `/projects?id=eq.34`. */
function locationOf(table: Table, { key }: AnswerRow): string | undefined {
  if (!key) return undefined
  const values = JSON.parse(key) as (string | null)[]
  const query = table.primaryKey.map((name, index) => {
    const value = values[index] ?? null
    return `${encodeURIComponent(name)}=${value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`}`
  })
  return `/${encodeURIComponent(table.name)}?${query.join('&')}`
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
