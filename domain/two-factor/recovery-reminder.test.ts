import { expect, test } from 'vitest'
import { recoveryReminder } from './two-factor.ts'

const factor = (factor_type: string, status = 'verified') => ({ factor_type, status })
const app = factor('totp')
const codes = factor('recovery_code')

test('whoever uses a second step without recovery codes is reminded', () => {
  expect(recoveryReminder([app], undefined)).toBe('none')
  expect(recoveryReminder([], undefined)).toBeNull()
  // a set-up that was broken off is no second step
  expect(recoveryReminder([factor('totp', 'unverified')], undefined)).toBeNull()
})

test('codes that were shown and never said to be kept are reminded of until they are', () => {
  expect(recoveryReminder([app, codes], false)).toBe('unkept')
  expect(recoveryReminder([app, codes], true)).toBeNull()
  // made before anybody was asked
  expect(recoveryReminder([app, codes], undefined)).toBeNull()
})
