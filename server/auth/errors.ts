import { AppError } from '#domain/errors.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import { valueRefusal } from '#server/platform/database/refused-value.ts'
import type { Logger } from '#server/platform/log.ts'
import { Refusal } from '#server/platform/refusal.ts'

export type WeaknessReason = 'length' | 'characters' | 'pwned'

/** Reasons in the contract's order, one sentence for each. */
export interface PasswordWeakness {
  reasons: WeaknessReason[]
  message: string
}

/** A refusal of auth-js' protocol: status, code and message are part of the contract. */
export class AuthError extends Refusal {
  override name = 'AuthError'
  readonly weakness: PasswordWeakness | null

  constructor(
    status: number,
    code: string,
    message: string,
    options: { headers?: Record<string, string>; weakness?: PasswordWeakness; cause?: unknown } = {},
  ) {
    super(status, code, message, options)
    this.weakness = options.weakness ?? null
  }
}

/** A refusal in RFC 6749's shape: 400 `{error, error_description}` without a code (docs/contracts/auth.md 1.2). */
export class OAuthRefusal extends Error {
  override name = 'OAuthRefusal'
  readonly error: string

  constructor(error: string, description: string, options?: { cause: unknown }) {
    super(description, options)
    this.error = error
  }
}

export const invalid = (message: string) => new AuthError(400, 'validation_failed', message)
export const badJson = (problem: string) =>
  new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${problem}`)
export const weakPassword = (weakness: PasswordWeakness) =>
  new AuthError(422, 'weak_password', weakness.message, { weakness })

export const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered')

export const phoneExists = () =>
  new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered')

export const ssoManaged = () =>
  new AuthError(
    422,
    'user_sso_managed',
    'Updating email, phone, password of a SSO account only possible via SSO',
  )

export const tooManyRequests = (retryAfterSeconds: number) =>
  new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })

export const bodyTooLarge = () => new AuthError(413, 'request_entity_too_large', 'Request body exceeds 1 MiB')

const unexpectedMessage = 'Unexpected failure, please check server logs for more information'
const apiVersionHeader = 'X-Supabase-Api-Version'
const newShapeSince = '2024-01-01'

/**
 * In the requested shape (docs/contracts/auth.md 1.2). Anything but a refusal or a full hashing queue is a defect: logged,
 * and answered without its message.
 */
export function errorResponse(thrown: unknown, request: Request, requestId: string, log: Logger): Response {
  const error = valueRefusal(thrown)
  if (error instanceof OAuthRefusal) {
    const body = { error: error.error, error_description: error.message }
    return Response.json(body, { status: 400, headers: { 'Cache-Control': 'no-store' } })
  }
  const refusal = asAuthError(error)
  if (refusal.status >= 500) log.error('auth.failed', { requestId, error })
  else if (isValueRefused(error)) log.warn('auth.value_refused', { requestId, ...error.details })
  const version = request.headers.get(apiVersionHeader)
  const isWellFormed = version === null || isDate(version)
  if (!isWellFormed) log.warn('auth.api_version_malformed', { requestId })
  const useNewShape = version !== null && isWellFormed && version >= newShapeSince

  const weakness = refusal.weakness ? { weak_password: { reasons: refusal.weakness.reasons } } : {}
  const body = useNewShape
    ? { code: refusal.code, message: refusal.message, ...weakness }
    : {
        code: refusal.status,
        error_code: databaseCode(error) ?? refusal.code,
        msg: refusal.message,
        ...(refusal.status >= 500 ? { error_id: requestId } : {}),
        ...weakness,
      }
  return Response.json(body, {
    status: refusal.status,
    headers: {
      'Cache-Control': 'no-store',
      'x-sb-error-code': refusal.code,
      ...(useNewShape ? { [apiVersionHeader]: newShapeSince } : {}),
      ...refusal.headers,
    },
  })
}

function asAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error
  if (error instanceof AppError && error.code === 'rate_limited') return tooManyRequests(1)
  if (error instanceof AppError && error.code === 'body_too_large') return bodyTooLarge()
  if (isValueRefused(error)) return invalid(errorTexts.value_refused)
  if (error instanceof AppError && error.status < 500) {
    return new AuthError(error.status, error.code, errorTexts[error.code])
  }
  if (isOutage(error) || (error instanceof AppError && error.code === 'unavailable')) {
    const options = { headers: { 'Retry-After': '1' }, cause: error }
    return new AuthError(503, 'unexpected_failure', errorTexts.unavailable, options)
  }
  // a database trigger refuses with HTTP status nnn by raising PTnnn
  const raised = /^PT([45]\d\d)$/.exec(String((error as { code?: unknown } | null)?.code))
  if (raised) return new AuthError(Number(raised[1]), 'unknown', (error as Error).message)
  return new AuthError(500, 'unexpected_failure', unexpectedMessage, { cause: error })
}

function isValueRefused(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'value_refused'
}

function databaseCode(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^23[0-9A-Z]{3}$/.test(code) ? code : null
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}
