import { expect, test } from 'vitest'
import { isWebAddress, withPlainScheme } from './web-address.ts'

test.each(['https://x.test', 'HTTPS://X.TEST', 'http://www.x.test/a?b=c'])('accepts %s', (text) => {
  expect(isWebAddress(text)).toBe(true)
})

test.each([
  'https:x.test',
  'https:\\\\x.test',
  'https://x',
  'https://a:b@x.test',
  'https://x.test/a b',
  'x.test',
  'javascript://x.test',
])('refuses %s', (text) => {
  expect(isWebAddress(text)).toBe(false)
})

test('stores a scheme in lower case, and changes nothing else', () => {
  expect(withPlainScheme('HTTPS://X.TEST/Path')).toBe('https://X.TEST/Path')
  expect(withPlainScheme('http://x.test')).toBe('http://x.test')
  expect(withPlainScheme('')).toBe('')
})
