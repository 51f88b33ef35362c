import type { FieldError } from '#domain/errors.ts'
import { failureTexts } from '#domain/texts/failures.ts'

export class ApiError extends Error {
  /** a code of domain/errors.ts, or `unreachable` without an answer */
  readonly code: string
  readonly status: number
  readonly fields: FieldError[]

  constructor(code: string, status: number, message: string, fields: FieldError[] = []) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.fields = fields
  }
}

/** Reads the error shape `{error: {code, message, fields?}}`, and the flat one. */
export async function apiErrorFrom(response: Response | null): Promise<ApiError> {
  if (!response) return new ApiError('unreachable', 0, failureTexts.unavailable)
  const body: unknown = await response.json().catch(() => null)
  const error = isObject(body) && isObject(body.error) ? body.error : body
  if (!isObject(error)) {
    return new ApiError(
      'unexpected',
      response.status,
      typeof body === 'string' ? body : failureTexts.unexpected,
    )
  }
  const message = [error.message, error.error].find((text) => typeof text === 'string' && text !== '')
  return new ApiError(
    typeof error.code === 'string' ? error.code : 'unexpected',
    response.status,
    typeof message === 'string' ? message : failureTexts.unexpected,
    Array.isArray(error.fields) ? (error.fields as FieldError[]) : [],
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
