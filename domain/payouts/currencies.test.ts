import { expect, it } from 'vitest'
import { isClinicCurrency, likelyCurrency } from './currencies.ts'

it('suggests the currency of the country that a zone lies in', () => {
  expect(likelyCurrency('America/Toronto')).toBe('cad')
  expect(likelyCurrency('America/St_Johns')).toBe('cad')
  expect(likelyCurrency('Canada/Pacific')).toBe('cad')
  expect(likelyCurrency('America/New_York')).toBe('usd')
  expect(likelyCurrency('Europe/Berlin')).toBe('usd')
})

it('knows the currencies that clinics take', () => {
  expect(['usd', 'cad', 'eur', 'USD'].map(isClinicCurrency)).toEqual([true, true, false, false])
})
