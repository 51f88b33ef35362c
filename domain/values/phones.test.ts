import { expect, it } from 'vitest'
import { formatPhone, parsePhone, phoneCountry } from './phones.ts'

it.each([
  ['(416) 555-0100', 'CA', '+14165550100'],
  ['212 555 0123', 'US', '+12125550123'],
  ['+44 20 7946 0018', 'US', '+442079460018'],
  ['020 7946 0018', 'GB', '+442079460018'],
] as const)('reads %s in %s', (typed, country, stored) => {
  expect(parsePhone(typed, country)).toBe(stored)
})

it.each(['', '555', 'call me', '212 555 0123 ext. 7', '+1 212 555 01234567890', '2125550123; drop'])(
  'refuses %j',
  (typed) => {
    expect(parsePhone(typed, 'US')).toBeNull()
  },
)

it('formats a number of the own country without calling code, and others with it', () => {
  expect(formatPhone('+14165550100', 'CA')).toBe('(416) 555-0100')
  expect(formatPhone('+14165550100', 'US')).toBe('(416) 555-0100')
  expect(formatPhone('+442079460018', 'US')).toBe('+44 20 7946 0018')
})

it('derives the country from the clinic’s currency, else the United States', () => {
  expect(phoneCountry('cad')).toBe('CA')
  expect(phoneCountry('eur')).toBe('US')
})
