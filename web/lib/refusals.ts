import { isAuthApiError, isAuthRetryableFetchError, isAuthWeakPasswordError } from '@supabase/auth-js'
import { errorTexts } from '#domain/texts/errors.ts'
import { ApiError } from './api-error.ts'

/** The code of a refusal by the auth service or a function (`weak_password`, `already_joined`), else null. */
export function refusalCode(error: unknown): string | null {
  if (error instanceof ApiError) return error.code
  if (isAuthWeakPasswordError(error)) return 'weak_password'
  return isAuthApiError(error) ? (error.code ?? null) : null
}

/** The message of a refusal for the person; null for a defect, whose message is not meant for people. */
export function refusalSentence(error: unknown): string | null {
  // no answer, or one from a proxy in between: the library's message would be a status line
  if (isAuthRetryableFetchError(error)) return errorTexts.unavailable
  if (error instanceof ApiError) return error.code === 'unexpected' ? null : error.message
  if (isAuthWeakPasswordError(error)) return error.message
  if (isAuthApiError(error)) return error.status < 500 ? error.message : null
  return databaseSentence(error)
}

/** The sentence of a conflict (409), which says more than "please try again"; null for any other failure. */
export function conflictSentence(error: unknown): string | null {
  return error instanceof ApiError && error.status === 409 ? error.message : null
}

/** For a toast: the refusal's sentence under the title, else the fallback, else nothing. */
export function describeRefusal(error: unknown, fallback?: string): { description?: string } {
  const description = refusalSentence(error) ?? fallback
  return description === undefined ? {} : { description }
}

/** The message of any error: the access pages show defects too (docs/specification.md A8). */
export function errorSentence(error: unknown, fallback: string): string {
  const message = error instanceof Error && !isAuthRetryableFetchError(error) ? error.message : ''
  return message || (refusalSentence(error) ?? fallback)
}

/** The sentence about a weak password, for its field; null for any other failure. */
export function weakPasswordSentence(error: unknown): string | null {
  return isAuthWeakPasswordError(error) ? error.message : null
}

/** Our triggers raise full sentences; Postgres' own messages do not end with a period. */
function databaseSentence(error: unknown): string | null {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return code === '42501' && typeof message === 'string' && message.endsWith('.') ? message : null
}
