import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { colorPart, detailsPart, hoursPart, withScheme } from './profile-form.ts'

const clinic: Clinic = {
  id: 'c',
  name: 'Sunrise Family Clinic',
  subdomain: 'sunrise',
  time_zone: 'America/Toronto',
  currency: 'usd',
  bank_debit: null,
  color: 'plum',
  tagline: null,
  website: null,
  about: null,
  phone: null,
  opening_hours: [],
}

test.each([
  ['details', detailsPart, { timeZone: 'America/Toronto', tagline: '', website: '' }],
  ['hours', hoursPart, { openingHours: [] }],
  ['color', colorPart, { color: 'plum' }],
])('the %s of an empty profile are a valid form', (_name, part, expected) => {
  const form = part.from(clinic)
  expect(form).toMatchObject(expected)
  expect(z.safeParse(part.rules as z.ZodMiniType, form).success).toBe(true)
})

test('accepts a web address without a scheme', () => {
  expect(withScheme(' clinic.com ')).toBe('https://clinic.com')
  expect(withScheme('www.clinic.co.uk/about?x=1')).toBe('https://www.clinic.co.uk/about?x=1')
  expect(withScheme('http://clinic.com')).toBe('http://clinic.com')
  expect(withScheme('')).toBe('')
  expect(withScheme('our clinic')).toBe('our clinic')
  expect(withScheme('desk@clinic.com')).toBe('desk@clinic.com')
})
