import { expect, it } from 'vitest'
import { forgetDrafts } from './drafts.ts'
import { storeUnsentAnswers, unsentAnswers } from './unsent-answers.ts'

it('returns a user’s answers of one form until they are stored or forgotten', () => {
  storeUnsentAnswers('ann', 'one', { a: 'Rarely' })
  storeUnsentAnswers('ann', 'two', { b: ['Yes'] })
  expect(unsentAnswers('ann', 'one')).toEqual({ a: 'Rarely' })
  expect(unsentAnswers('ben', 'one')).toEqual({})
  storeUnsentAnswers('ann', 'one', {})
  expect(unsentAnswers('ann', 'one')).toEqual({})
  expect(unsentAnswers('ann', 'two')).toEqual({ b: ['Yes'] })
  forgetDrafts()
  expect(unsentAnswers('ann', 'two')).toEqual({})
})
