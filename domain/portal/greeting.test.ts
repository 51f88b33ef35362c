import { expect, test } from 'vitest'
import { greetingName, partOfDay } from './greeting.ts'

// spec: B2.4 Morning is 05:00-11:59, afternoon 12:00-17:59, else evening
test.each([
  [0, 'evening'],
  [4, 'evening'],
  [5, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [17, 'afternoon'],
  [18, 'evening'],
  [23, 'evening'],
])('at %i o’clock it is %s', (hour, part) => {
  expect(partOfDay(hour)).toBe(part)
})

// spec: B2.4 The greeting has the first word of the name, else the start of the email, else "there"
test('greets by first name, else by the start of the address, else with "there"', () => {
  expect(greetingName({ fullName: '  Dana  Whitfield ', email: 'dw@example.com' })).toBe('Dana')
  expect(greetingName({ fullName: ' ', email: 'dw@example.com' })).toBe('dw')
  expect(greetingName({ fullName: null, email: '' })).toBe('there')
  expect(greetingName({})).toBe('there')
  expect(greetingName({ givenName: 'Mary Ann', fullName: 'Mary Ann Whitfield' })).toBe('Mary Ann')
  expect(greetingName({ fullName: 'Adler, Marta' })).toBe('Marta')
  expect(greetingName({ fullName: '\u200b', email: 'dw@example.com' })).toBe('dw')
})
