import { expect, test } from 'vitest'
import { recoveryReminder } from './two-factor.ts'

const factor = (factor_type: string, status = 'verified') => ({ factor_type, status })
const app = factor('totp')
const codes = factor('recovery_code')

test('reminds a user who has a second step but no recovery codes', () => {
  expect(recoveryReminder([app], undefined)).toBe('none')
  expect(recoveryReminder([], undefined)).toBeNull()
  // An unfinished set-up is no second step.
  expect(recoveryReminder([factor('totp', 'unverified')], undefined)).toBeNull()
})

test('reminds a user of shown codes until the user confirms that they are saved', () => {
  expect(recoveryReminder([app, codes], false)).toBe('unkept')
  expect(recoveryReminder([app, codes], true)).toBeNull()
  // Made before the confirmation was introduced.
  expect(recoveryReminder([app, codes], undefined)).toBeNull()
})
