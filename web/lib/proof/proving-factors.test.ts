import type { Factor, User } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { provingFactors } from './proving-factors.ts'

const start = Date.parse('2026-03-10T09:00:00Z')
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
const amr = (method: string, minutes: number) => ({ method, timestamp: start / 1000 + minutes * 60 })

const factor = (type: string, setUpAt: number, updatedAt = setUpAt, status = 'verified') =>
  ({ factor_type: type, status, created_at: at(setUpAt), updated_at: at(updatedAt) }) as unknown as Factor

function proves(one: Factor, proofs: object[]): boolean {
  const token = `e30.${btoa(JSON.stringify({ session_id: 'one', amr: proofs }))}.x`
  return provingFactors({ access_token: token, user: { factors: [one] } as User }).length > 0
}

test.each<[string, Factor, object[], boolean]>([
  ['one of long ago', factor('totp', -9_000), [amr('password', 0)], true],
  ['one set up right after signing in', factor('totp', 15), [amr('password', 0)], true],
  ['one set up later', factor('totp', 16), [amr('password', 0)], false],
  ['one set up later, and shown', factor('totp', 60), [amr('totp', 60), amr('password', 0)], false],
  ['one set up later, before the password was typed again', factor('totp', 60), [amr('password', 61)], true],
  ['recovery codes that were made anew later', factor('recovery_code', -9_000, 60), [amr('otp', 0)], false],
  ['one that is not set up', factor('totp', -9_000, -9_000, 'unverified'), [amr('password', 0)], false],
])('%s', (_what, one, proofs, isProving) => {
  expect(proves(one, proofs)).toBe(isProving)
})
