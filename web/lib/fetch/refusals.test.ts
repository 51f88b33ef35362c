import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
} from '@supabase/auth-js'
import { describe, expect, it } from 'vitest'
import { authErrorTexts, failureTexts } from '#domain/texts/failures.ts'
import { ApiError } from './api-error.ts'
import {
  conflictSentence,
  describeRefusal,
  errorSentence,
  hasJustBeenSent,
  isSessionLost,
  refusalCode,
  refusalSentence,
  weakPasswordSentence,
} from './refusals.ts'

const refused = new ApiError('already_joined', 409, 'You already have a plan.')
const defect = new ApiError('unexpected', 500, 'An unexpected error occurred.')
const weak = new AuthWeakPasswordError('Too easy to guess.', 422, ['pwned'])
const unanswered = new AuthRetryableFetchError('502', 502)

describe('a refusal', () => {
  it.each([
    ['of a function', refused, 'You already have a plan.'],
    ['of the auth service', new AuthApiError('Wrong code.', 403, 'otp_expired'), 'Wrong code.'],
    ['of a weak password', weak, 'Too easy to guess.'],
    ['of a database rule', { code: '42501', message: 'The owner stays.' }, 'The owner stays.'],
    ['without an answer', unanswered, failureTexts.unavailable],
    ['that is a defect of a function', defect, null],
    ['that is a defect of the auth service', new AuthApiError('boom', 500, undefined), null],
    ['in the words of Postgres', { code: '42501', message: 'permission denied for table x' }, null],
    ['that is no error at all', undefined, null],
  ])('%s is shown with its message, or not at all', (_kind, error, sentence) => {
    expect(refusalSentence(error)).toBe(sentence)
    expect(describeRefusal(error)).toEqual(sentence === null ? {} : { description: sentence })
    expect(describeRefusal(error, 'Try again.')).toEqual({ description: sentence ?? 'Try again.' })
  })

  it('has a code', () => {
    expect([refused, weak, new Error('x')].map(refusalCode)).toEqual([
      'already_joined',
      'weak_password',
      null,
    ])
  })

  it('of a conflict has its own message', () => {
    expect([refused, defect, weak].map(conflictSentence)).toEqual([refused.message, null, null])
  })

  it('of a weak password is recognized', () => {
    expect([weak, refused].map(weakPasswordSentence)).toEqual(['Too easy to guess.', null])
  })
})

describe('any error', () => {
  it.each([
    [defect, 'An unexpected error occurred.'],
    [new Error('No user.'), 'No user.'],
    [unanswered, failureTexts.unavailable],
    [null, 'Try again.'],
    [new Error(''), 'Try again.'],
    [new AuthApiError('{"code":400}', 400, undefined), 'Try again.'],
  ])('shows its message, else the fallback', (error, sentence) => {
    expect(errorSentence(error, 'Try again.')).toBe(sentence)
  })
})

describe('messages of the auth service', () => {
  it.each(Object.entries(authErrorTexts))('"%s" is shown in plain words', (wire, plain) => {
    const error = new AuthApiError(wire, 400, 'invalid_credentials')
    expect([refusalSentence(error), errorSentence(error, '')]).toEqual([plain, plain])
  })

  it('the message of a hook is shown unchanged', () => {
    const error = new AuthApiError('Closed on Sundays.', 400, 'invalid_credentials')
    expect(errorSentence(error, '')).toBe('Closed on Sundays.')
  })

  const cooling = new AuthApiError(
    'For security purposes, you can only request this after 42 seconds.',
    429,
    'over_email_send_rate_limit',
  )
  const spent = new AuthApiError('email rate limit exceeded', 429, 'over_email_send_rate_limit')

  it('a mail within the cooldown is not reported as failed', () => {
    expect([cooling, spent, unanswered].map(hasJustBeenSent)).toEqual([true, false, false])
    expect(refusalSentence(cooling)).toBe('Please wait 42 seconds, then try again.')
  })

  it('a lost session is recognized', () => {
    const gone = new AuthApiError('Session not found', 403, 'session_not_found')
    const lost = [gone, new AuthSessionMissingError(), cooling, unanswered, null].map(isSessionLost)
    expect(lost).toEqual([true, true, false, false, false])
  })
})
