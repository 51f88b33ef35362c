import { authErrorTexts, failureTexts, waitSeconds } from '#domain/texts/failures.ts'
import {
  isAuthApiError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
} from '../session/auth-errors.ts'
import { ApiError } from './api-error.ts'

/** The code of a refusal (`weak_password`, `already_joined`), else null. */
export function refusalCode(error: unknown): string | null {
  if (error instanceof ApiError) return error.code
  if (isAuthWeakPasswordError(error)) return 'weak_password'
  return isAuthApiError(error) ? (error.code ?? null) : null
}

// docs/contracts/auth.md 1.2
const lostCodes = [
  'bad_jwt',
  'no_authorization',
  'session_not_found',
  'session_expired',
  'refresh_token_not_found',
  'refresh_token_already_used',
  'user_not_found',
]

/** True if there is no session, or the auth service no longer knows it. */
export function isSessionLost(error: unknown): boolean {
  if (isAuthSessionMissingError(error)) return true
  return isAuthApiError(error) && lostCodes.includes(error.code ?? '')
}

/** The user message of a refusal; null for a defect. */
export function refusalSentence(error: unknown): string | null {
  // without an answer from the service, the library's message would be a status line
  if (isAuthRetryableFetchError(error)) return failureTexts.unavailable
  if (error instanceof ApiError) return error.code === 'unexpected' ? null : error.message
  if (isAuthWeakPasswordError(error)) return error.message
  if (isAuthApiError(error)) return error.status < 500 ? plainWords(error.message) || null : null
  return databaseSentence(error)
}

/** The message of a conflict (409); null for any other failure. */
export function conflictSentence(error: unknown): string | null {
  return error instanceof ApiError && error.status === 409 ? error.message : null
}

/** For a toast: the refusal's message as description, else the fallback, else none. */
export function describeRefusal(error: unknown, fallback?: string): { description?: string } {
  const description = refusalSentence(error) ?? fallback
  return description === undefined ? {} : { description }
}

/** The message of any error: the access pages also show defects (docs/specification.md A8). */
export function errorSentence(error: unknown, fallback: string): string {
  const message = error instanceof Error && !isAuthRetryableFetchError(error) ? plainWords(error.message) : ''
  return message || (refusalSentence(error) ?? fallback)
}

// "... you can only request this after 42 seconds.": the mail cooldown
const cooldown = /after (\d+) seconds/

/** True if a mail was refused because one was sent within the last minute. */
export function hasJustBeenSent(error: unknown): boolean {
  return isAuthApiError(error) && error.code === 'over_email_send_rate_limit' && cooldown.test(error.message)
}

/** The auth service's messages are part of its contract; some are not written for users. */
function plainWords(message: string): string {
  // the client reports a foreign answer as JSON
  if (message.startsWith('{')) return ''
  const seconds = cooldown.exec(message)?.[1]
  return seconds ? waitSeconds(seconds) : (authErrorTexts[message] ?? message)
}

/** The message about a weak password, for its field; null for any other failure. */
export function weakPasswordSentence(error: unknown): string | null {
  return isAuthWeakPasswordError(error) ? error.message : null
}

/** Carefold's triggers raise full sentences; Postgres' own messages do not end with a period. */
function databaseSentence(error: unknown): string | null {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return code === '42501' && typeof message === 'string' && message.endsWith('.') ? message : null
}
