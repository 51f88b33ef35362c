import { isAuthApiError, isAuthRetryableFetchError, isAuthWeakPasswordError } from '@supabase/auth-js'
import { errorTexts } from '#domain/texts/errors.ts'

/** The auth service's code for a refusal (docs/contracts/auth.md 3), or null for anything else. */
export function refusalCode(error: unknown): string | null {
  if (isAuthWeakPasswordError(error)) return 'weak_password'
  return isAuthApiError(error) ? (error.code ?? null) : null
}

/** Under a toast's title: the service's own sentence for a refusal, else the specification's sentence. */
export function refusalText(error: unknown, fallback: string): string {
  // not answered, or answered by something in between: the library's message would be a status line
  if (isAuthRetryableFetchError(error)) return errorTexts.unavailable
  return isAuthApiError(error) && error.status < 500 ? error.message : fallback
}
