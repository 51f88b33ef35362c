import { describe, expect, it, test } from 'vitest'
import { checkSubdomainInput, clinicProfileInput, createClinicInput, isTimeZone } from './clinics.ts'

test('trims a clinic’s name and lower-cases its address', () => {
  expect(createClinicInput.parse({ name: ' Sunrise ', subdomain: ' SunRise ' })).toEqual({
    name: 'Sunrise',
    subdomain: 'sunrise',
  })
})

test.each([
  [{ name: 'ab', subdomain: 'sunrise' }, 'Clinic name must be at least 3 characters'],
  [{ name: 'Sunrise', subdomain: 'ab' }, 'Subdomain must be at least 3 characters'],
  [
    { name: 'Sunrise', subdomain: 'a_b_c' },
    'Subdomain can only contain lowercase letters, numbers, and hyphens',
  ],
])('%o is rejected with one message, in the specification’s wording', (form, message) => {
  const { error } = createClinicInput.safeParse(form)
  expect(error?.issues.map((issue) => issue.message)).toEqual([message])
})

test('a profile’s errors name the address as its field does', () => {
  const messageOf = (subdomain: string) =>
    clinicProfileInput.safeParse({ subdomain }).error?.issues[0]?.message
  expect(messageOf('ab')).toBe('The URL slug must have at least 3 characters.')
  expect(messageOf('a_b_c')).toBe('The URL slug can only contain lowercase letters, numbers and hyphens.')
})

test('checks any text up to a maximum length', () => {
  expect(checkSubdomainInput.safeParse({ subdomain: 'ä b/c' }).success).toBe(true)
  expect(checkSubdomainInput.safeParse({ subdomain: 'x'.repeat(201) }).success).toBe(false)
})

describe('a time zone', () => {
  it.each(['America/Toronto', 'Pacific/Auckland', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'UTC'])(
    'accepts %s',
    (name) => expect(isTimeZone(name)).toBe(true),
  )

  it.each(['', 'Mars/Olympus', '+05:00', 'EST5EDT', 'america/toronto', 'PST', 'America/', 'x'.repeat(300)])(
    'refuses %j',
    (name) => expect(isTimeZone(name)).toBe(false),
  )
})

test('adds no fields to a profile, so that absent ones stay unchanged', () => {
  expect(clinicProfileInput.parse({ color: 'plum' })).toEqual({ color: 'plum' })
  expect(clinicProfileInput.parse({ tagline: ' ' })).toEqual({ tagline: '' })
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://sunrise.example',
  'https://',
  'https://localhost',
  'https://sunrise.example/ path',
  'https://user@sunrise.example',
])('refuses the website %s', (website) => {
  const profile = { name: 'Sunrise', timeZone: 'UTC', color: 'plum', website }
  expect(clinicProfileInput.safeParse(profile).success).toBe(false)
})
