import { expect, it } from 'vitest'
import { isClinicCurrency, likelyCurrency } from './currencies.ts'

it('suggests the currency of a time zone’s country', () => {
  expect(likelyCurrency('America/Toronto')).toBe('cad')
  expect(likelyCurrency('America/St_Johns')).toBe('cad')
  expect(likelyCurrency('Canada/Pacific')).toBe('cad')
  expect(likelyCurrency('America/New_York')).toBe('usd')
  expect(likelyCurrency('Europe/Berlin')).toBe('usd')
})

it('recognizes the currencies of clinics', () => {
  expect(['usd', 'cad', 'eur', 'USD'].map(isClinicCurrency)).toEqual([true, true, false, false])
})
