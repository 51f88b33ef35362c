import { AppError } from '#domain/errors.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { isOutage } from '../database/outage.ts'
import { valueRefusal } from '../database/refused-value.ts'
import type { Logger } from '../log.ts'
import { Refusal } from '../refusal.ts'

/** `error` and `message` are the same sentence: the specification uses both names. */
export interface FunctionErrorBody {
  code: string
  error: string
  message: string
  fields?: { path: string; message: string }[]
  requestId: string
}

export function functionError(thrown: unknown, requestId: string, log: Logger, name: string): Response {
  const error = isOutage(thrown) ? new AppError('unavailable', { cause: thrown }) : valueRefusal(thrown)
  if (error instanceof AppError) {
    const refused = { function: name, code: error.code, requestId }
    // a schema should have refused it; Postgres' message may repeat the value
    if (error.code === 'value_refused') log.warn('function.refused', { ...refused, ...error.details })
    else log.info('function.refused', refused)
    const message = errorTexts[error.code]
    const fields = error.fields.length ? { fields: error.fields } : {}
    const body = { code: error.code, error: message, message, ...fields, requestId }
    return answer(error.status, body, refusalHeaders(error))
  }
  if (error instanceof Refusal) {
    const { status, code, message, headers } = error
    if (status >= 500) log.error('function.failed', { function: name, requestId, error })
    else log.info('function.refused', { function: name, code, requestId })
    return answer(status, { code, error: message, message, requestId }, headers)
  }
  log.error('function.failed', { function: name, requestId, error })
  return answer(500, {
    code: 'unexpected',
    error: errorTexts.unexpected,
    message: errorTexts.unexpected,
    requestId,
  })
}

/** `Retry-After` where waiting helps (one second for a full queue), and `Allow` from `details.allow`. */
export function refusalHeaders({ code, details }: AppError): Record<string, string> {
  if (code === 'method_not_allowed') return { Allow: String(details.allow) }
  if (code !== 'rate_limited' && code !== 'unavailable') return {}
  const { retryAfterSeconds: seconds } = details
  return { 'Retry-After': String(typeof seconds === 'number' ? seconds : 1) }
}

function answer(status: number, body: FunctionErrorBody, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}
