import { AuthApiError, AuthRetryableFetchError, AuthWeakPasswordError } from '@supabase/auth-js'
import { describe, expect, it } from 'vitest'
import { errorTexts } from '#domain/texts/errors.ts'
import { ApiError } from './api-error.ts'
import {
  conflictSentence,
  describeRefusal,
  errorSentence,
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
    ['without an answer', unanswered, errorTexts.unavailable],
    ['that is a defect of a function', defect, null],
    ['that is a defect of the auth service', new AuthApiError('boom', 500, undefined), null],
    ['in the words of Postgres', { code: '42501', message: 'permission denied for table x' }, null],
    ['that is no error at all', undefined, null],
  ])('%s is shown in its own words, or not at all', (_kind, error, sentence) => {
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

  it('that is a conflict says more than "try again"', () => {
    expect([refused, defect, weak].map(conflictSentence)).toEqual([refused.message, null, null])
  })

  it('of a weak password is known as one', () => {
    expect([weak, refused].map(weakPasswordSentence)).toEqual(['Too easy to guess.', null])
  })
})

describe('any error', () => {
  it.each([
    [defect, 'An unexpected error occurred.'],
    [new Error('No user.'), 'No user.'],
    [unanswered, errorTexts.unavailable],
    [null, 'Try again.'],
    [new Error(''), 'Try again.'],
  ])('is shown by its message, else by the fallback', (error, sentence) => {
    expect(errorSentence(error, 'Try again.')).toBe(sentence)
  })
})
