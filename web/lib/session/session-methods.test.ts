import { expect, test } from 'vitest'
import { isNewerProof, lastProofOf } from './session-methods.ts'

const sessionOf = (claims: object) => ({ access_token: `e30.${btoa(JSON.stringify(claims))}.x` })
const proven = (sessionId: string, ...times: number[]) =>
  lastProofOf(
    sessionOf({ session_id: sessionId, amr: times.map((timestamp) => ({ method: 'totp', timestamp })) }),
  )

test.each([
  ['the same, in a refreshed token', proven('one', 100, 90), false],
  ['one of which the newest was taken away', proven('one', 90), false],
  ['a later one', proven('one', 101, 100), true],
  ['an earlier one of another session', proven('two', 50), true],
])('%s', (_what, proof, isNewer) => {
  expect(isNewerProof(proof, proven('one', 100, 90))).toBe(isNewer)
})

test('a token without proofs has none', () => {
  expect(lastProofOf(sessionOf({}))).toEqual({ sessionId: '', at: 0 })
})
