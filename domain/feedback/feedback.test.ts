import { expect, it } from 'vitest'
import { feedbackForm } from './feedback.ts'

const form = feedbackForm('US')
const given = (changes: object = {}) => ({
  rating: 4,
  body: 'Kind and on time.',
  mayCall: false,
  phone: '',
  ...changes,
})
const wrongFields = (values: object) =>
  form.safeParse(values).error?.issues.map(({ path }) => path.join('.')) ?? []

it('accepts a rating, words, and a number if a call is wanted', () => {
  expect(wrongFields(given())).toEqual([])
  expect(wrongFields(given({ mayCall: true, phone: '(212) 555-0123' }))).toEqual([])
  // Without a call, any number is accepted.
  expect(wrongFields(given({ phone: '5' }))).toEqual([])
})

it('names the field that is missing or wrong', () => {
  expect(wrongFields(given({ rating: 0 }))).toEqual(['rating'])
  expect(wrongFields(given({ body: ' ' }))).toEqual(['body'])
  expect(wrongFields(given({ mayCall: true }))).toEqual(['phone'])
  expect(wrongFields(given({ mayCall: true, phone: '5' }))).toEqual(['phone'])
})
