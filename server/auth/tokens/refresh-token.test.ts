import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { decodeRefreshToken, encodeRefreshToken, isSignedWith } from './refresh-token.ts'

const sessionId = '01234567-89ab-4cde-8f01-23456789abcd'
const key = randomBytes(32)

it.each([0, 1, 127, 128, 300, 16_383, 16_384, 2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER])(
  'encodes and decodes counter %i and its session',
  (counter) => {
    const text = encodeRefreshToken(sessionId, counter, key)
    expect(text).toMatch(/^[A-Za-z0-9_-]{51,}$/)
    const token = decodeRefreshToken(text)
    expect(token).toMatchObject({ sessionId, counter })
    expect(token && isSignedWith(token, key)).toBe(true)
    expect(token && isSignedWith(token, randomBytes(32))).toBe(false)
  },
)

it('is rejected with any single character changed', () => {
  const text = encodeRefreshToken(sessionId, 5, key)
  for (let index = 0; index < text.length; index += 1) {
    const other = text[index] === 'A' ? 'B' : 'A'
    expect(decodeRefreshToken(text.slice(0, index) + other + text.slice(index + 1))).toBeNull()
  }
})

it.each([
  ['empty', ''],
  ['too short', 'AAAA'],
  ['padded', `${encodeRefreshToken(sessionId, 1, key)}=`],
  ['cut off', encodeRefreshToken(sessionId, 1, key).slice(0, -1)],
  ['longer', `${encodeRefreshToken(sessionId, 1, key)}A`],
  ['in the other alphabet', `+${encodeRefreshToken(sessionId, 1, key).slice(1)}`],
  ['no token at all', 'x'.repeat(51)],
])('is rejected when it is %s', (_name, text) => {
  expect(decodeRefreshToken(text)).toBeNull()
})
