import { expect, test } from 'vitest'
import { greetingName, partOfDay } from './greeting.ts'

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

test('greets by first name, else by the start of the address, else with "there"', () => {
  expect(greetingName({ fullName: '  Dana  Whitfield ', email: 'dw@example.com' })).toBe('Dana')
  expect(greetingName({ fullName: ' ', email: 'dw@example.com' })).toBe('dw')
  expect(greetingName({ fullName: null, email: '' })).toBe('there')
  expect(greetingName({})).toBe('there')
})
