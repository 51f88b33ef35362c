import { expect, it } from 'vitest'
import { addressLines, billingAddressInput } from './billing-address.ts'

const address = {
  version: 0,
  name: 'Sunrise Family Clinic PLLC',
  line1: '12 Orchard Street',
  line2: '',
  city: 'Springfield',
  state: 'MA',
  postalCode: '01103',
  country: 'US' as const,
}

it('prints no empty lines', () => {
  expect(addressLines(address)).toEqual([
    'Sunrise Family Clinic PLLC',
    '12 Orchard Street',
    'Springfield, MA 01103',
    'United States',
  ])
})

it.each([
  ['CA', 'M5V 2T6', true],
  ['CA', 'm5v2t6', true],
  ['US', '94110-1234', true],
  ['US', 'M5V 2T6', false],
  ['CA', '94110', false],
] as const)('checks a postal code of %s: %s', (country, postalCode, isRight) => {
  expect(billingAddressInput.safeParse({ ...address, country, postalCode }).success).toBe(isRight)
})

it.each(['name', 'line1', 'city', 'state', 'postalCode'])('requires %s', (field) => {
  expect(billingAddressInput.safeParse({ ...address, [field]: '  ' }).success).toBe(false)
})
