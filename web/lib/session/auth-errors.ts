import type {
  AuthApiError,
  AuthError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
} from '@supabase/auth-js'

/* Type guards equal to the library's of the same names, without loading it (web/lib/session/auth.ts). */

function isAuthError(error: unknown, name: string): error is AuthError {
  if (typeof error !== 'object' || error === null) return false
  return '__isAuthError' in error && 'name' in error && error.name === name
}

export function isAuthApiError(error: unknown): error is AuthApiError {
  return isAuthError(error, 'AuthApiError')
}

/** No answer, or one from a proxy in between. */
export function isAuthRetryableFetchError(error: unknown): error is AuthError {
  return isAuthError(error, 'AuthRetryableFetchError')
}

export function isAuthSessionMissingError(error: unknown): error is AuthSessionMissingError {
  return isAuthError(error, 'AuthSessionMissingError')
}

export function isAuthWeakPasswordError(error: unknown): error is AuthWeakPasswordError {
  return isAuthError(error, 'AuthWeakPasswordError')
}
