import { unreachableBecause } from '#server/platform/database/outage.ts'
import { RestError, refuse } from './rest-error.ts'

interface PostgresError {
  severity: string
  code: string
  message: string
  detail?: string
  hint?: string
}

/**
 * Maps a database error to a refusal (docs/contracts/data-api.md 6.2); undefined for a defect.
 * @param anonymous a missing right is 401 for an anonymous caller and 403 for a signed-in one
 */
export function fromDatabase(error: unknown, anonymous: boolean): RestError | undefined {
  const reason = unreachableBecause(error)
  if (reason) return unreachable(reason)
  if (!isPostgresError(error)) return undefined
  if (error.code === 'PGRST') return raised(error)
  const status = statusOf(error, anonymous)
  return new RestError(status, error.code, error.message, {
    details: withoutValues(error),
    hint: error.hint ?? null,
    headers: headersOf(status),
  })
}

function unreachable(reason: 'down' | 'pool-wait' | 'lost'): RestError {
  if (reason === 'pool-wait') {
    return new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
  }
  const [code, message] =
    reason === 'down'
      ? ['PGRST000', 'Database connection error. Retrying the connection.']
      : ['PGRST001', 'Database client error. Retrying the connection.']
  return new RestError(503, code, message, { headers: headersOf(503) })
}

function headersOf(status: number): Record<string, string> {
  if (status === 401) return { 'WWW-Authenticate': 'Bearer' }
  return status === 503 ? { 'Retry-After': '1' } : {}
}

function isPostgresError(error: unknown): error is PostgresError {
  // Node's errors have a code too, but no severity
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'
}

// More specific codes come first; a class is a code's first two characters.
const statuses: [code: string, status: number][] = [
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53400', 500],
  ['57P01', 503],
  ['57P02', 503],
  ['57P03', 503],
  ['P0001', 400],
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 500],
  ['53', 503],
  ['54', 500],
  ['55', 500],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0', 500],
  ['XX', 500],
]

function statusOf({ code, message }: PostgresError, anonymous: boolean): number {
  if (code === '42501') return anonymous ? 401 : 403
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500
  if (code === '22023') return /^role .* does not exist$/.test(message) ? 401 : 400
  if (code === '42883' && message.startsWith('function xmlagg(')) return 406
  if (code.startsWith('PT')) return validStatus(Number(code.slice(2))) ?? 500
  return statuses.find(([start]) => code.startsWith(start))?.[1] ?? 400
}

/** Undefined for a status that a response may not have, such as 1xx. */
export function validStatus(status: number): number | undefined {
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : undefined
}

// A violation's details quote the existing row, which may be another clinic's (docs/threats.md T2).
function withoutValues({ code, detail }: PostgresError): string | null {
  if (detail === undefined) return null
  if (code === '23505')
    return detail.replace(/^(Key \(.*?\))=\(.*\) (already exists|is duplicated)\.$/s, '$1 $2.')
  if (code === '23P01') return detail.replace(/^(Key \(.*?\))=\(.*$/s, '$1 conflicts with existing key.')
  return detail
}

// Message and detail of `raise sqlstate 'PGRST'` contain the whole response as JSON.
function raised({ message, detail }: PostgresError): RestError {
  const body = objectFrom(message)
  if (!body || typeof body.code !== 'string' || typeof body.message !== 'string') {
    return refuse.raisedBadly(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    )
  }
  const howTo =
    "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."
  if (detail === undefined) return refuse.raisedBadly('DETAIL is missing in the RAISE statement', howTo)
  const answer = objectFrom(detail)
  const status = validStatus(Number(answer?.status))
  if (!answer || status === undefined || !isHeaders(answer.headers)) {
    return refuse.raisedBadly(`Invalid JSON value for DETAIL: '${detail}'`, howTo)
  }
  return new RestError(status, body.code, body.message, {
    details: typeof body.details === 'string' ? body.details : null,
    hint: typeof body.hint === 'string' ? body.hint : null,
    headers: answer.headers,
  })
}

function objectFrom(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

function isHeaders(value: unknown): value is Record<string, string> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false
  return Object.values(value).every((header) => typeof header === 'string')
}
