import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
  isAuthApiError as isApiError,
  isAuthRetryableFetchError as isRetryableFetchError,
  isAuthSessionMissingError as isSessionMissingError,
  isAuthWeakPasswordError as isWeakPasswordError,
} from '@supabase/auth-js'
import { expect, test } from 'vitest'
import {
  isAuthApiError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
} from './auth-errors.ts'

const errors: unknown[] = [
  new AuthApiError('Wrong code.', 403, 'otp_expired'),
  new AuthRetryableFetchError('502', 502),
  new AuthSessionMissingError(),
  new AuthWeakPasswordError('Too easy.', 422, ['pwned']),
  new Error('AuthApiError'),
  { name: 'AuthApiError' },
  'AuthApiError',
  null,
  undefined,
]

test.each([
  ['an answer with a code', isAuthApiError, isApiError],
  ['no answer', isAuthRetryableFetchError, isRetryableFetchError],
  ['no session', isAuthSessionMissingError, isSessionMissingError],
  ['a weak password', isAuthWeakPasswordError, isWeakPasswordError],
])('%s is recognized as the library does', (_, own, library) => {
  expect(errors.map((error) => own(error))).toEqual(errors.map((error) => library(error)))
  expect(errors.filter((error) => own(error))).toHaveLength(1)
})
