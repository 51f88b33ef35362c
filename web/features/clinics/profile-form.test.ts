import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { clinicProfileForm, clinicProfileFormFrom, withScheme } from './profile-form.ts'

const clinic: Clinic = {
  id: 'c',
  name: 'Sunrise Family Clinic',
  subdomain: 'sunrise',
  time_zone: 'America/Toronto',
  currency: 'usd',
  color: 'plum',
  tagline: null,
  website: null,
  about: null,
  phone: null,
  opening_hours: [],
}

test('an empty profile is a valid form', () => {
  const form = clinicProfileFormFrom(clinic)
  expect(form).toMatchObject({ timeZone: 'America/Toronto', color: 'plum', tagline: '', website: '' })
  expect(z.safeParse(clinicProfileForm, form).success).toBe(true)
})

test('accepts a web address without a scheme', () => {
  expect(withScheme(' clinic.com ')).toBe('https://clinic.com')
  expect(withScheme('www.clinic.co.uk/about?x=1')).toBe('https://www.clinic.co.uk/about?x=1')
  expect(withScheme('http://clinic.com')).toBe('http://clinic.com')
  expect(withScheme('')).toBe('')
  expect(withScheme('our clinic')).toBe('our clinic')
  expect(withScheme('desk@clinic.com')).toBe('desk@clinic.com')
})
