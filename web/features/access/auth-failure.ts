import { isAuthRetryableFetchError, isAuthWeakPasswordError } from '@supabase/auth-js'
import { errorTexts } from '#domain/texts/errors.ts'

/** A refusal of the auth service in words for the person, or the fallback where it has none. */
export function authMessage(error: unknown, fallback: string): string {
  // not answered, or answered by something in between: the library's message would be a status line
  if (isAuthRetryableFetchError(error)) return errorTexts.unavailable
  return error instanceof Error && error.message ? error.message : fallback
}

/** The service's sentence about a weak password, for the password's field; null for any other failure. */
export function weakPasswordMessage(error: unknown): string | null {
  return isAuthWeakPasswordError(error) ? error.message : null
}
