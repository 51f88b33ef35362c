import { expect, test } from 'vitest'
import { visitorPageOf } from './visitor-page.ts'

const ask = (address: string, cookies = '') =>
  visitorPageOf(new URL(address, 'https://carefold.example'), cookies, 'carefold.example')?.path ?? null

test('visitors get the public pages of the main site as they were built', () => {
  expect(ask('/')).toBe('/')
  expect(ask('/contact?about=demo')).toBe('/contact')
  expect(ask('/pricing/', 'theme=dark; other=carefold-session')).toBe('/pricing')
  expect(ask('https://www.carefold.example/terms')).toBe('/terms')
})

test.each([
  ['who is signed in', '/', 'a=b; carefold-session=base64-xyz'],
  ['who is signed in, by a long session', '/pricing', 'carefold-session.0=base64-xyz; carefold-session.1=z'],
  ['what a provider sends back', '/?code=0f', ''],
  ['a provider’s refusal', '/?error=access_denied', ''],
  ['a checkout that was left', '/pricing?canceled=true', ''],
  ['a plan that was chosen', '/pricing?plan=growth', ''],
  ['a clinic’s host', 'https://sunrise.carefold.example/pricing', ''],
  ['a clinic in the query', '/?c=sunrise', ''],
  ['any other page', '/login', ''],
])('the app answers: %s', (_, address, cookies) => {
  expect(ask(address, cookies)).toBeNull()
})
