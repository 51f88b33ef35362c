import { describe, expect, it } from 'vitest'
import { passwordWeakness, requireStrongPassword } from './policy.ts'

const known = 'Password is known to be weak and easy to guess, please choose a different one.'

describe('a password is weak when it', () => {
  it.each([
    ['is short', 'ab1$xyz', ['length']],
    ['is empty', '', ['length']],
    ['is well known', 'password', ['pwned']],
    ['is well known in capitals', 'PASSWORD', ['pwned']],
    ['is a keyboard walk', 'qwertyuiop', ['pwned']],
    ['is a row of digits', '12345678', ['pwned']],
    ['is the product', 'carefold', ['pwned']],
    ['is the product with a tail', 'Carefold2027!', ['pwned']],
    ['is the local part', 'dana.whitfield', ['pwned']],
    ['is the local part with a tail', 'DanaWhitfield99', ['pwned']],
    ['is the whole address', 'dana.whitfield@example.test', ['pwned']],
    ['is the clinic’s name', 'Harbor Family Clinic', ['pwned']],
    ['is the clinic’s name with a tail', 'harborfamilyclinic#1', ['pwned']],
    ['is short and the product’s name', 'care1', ['length']],
  ])('%s', (_name, password, reasons) => {
    const owner = { email: 'dana.whitfield@example.test', names: ['Harbor Family Clinic'] }
    expect(passwordWeakness(password, owner)?.reasons).toEqual(reasons)
  })
})

describe('a password is good', () => {
  it.each([
    'carefold-demo',
    'eight ch',
    'ünïcödé pâss',
    'äöüßÄÖÜ8',
    '🦊🐻🐼🐨🐯🦁🐮🐷',
    'dana likes long walks',
    'x'.repeat(256),
    '        .       ',
  ])('%s', (password) => {
    expect(passwordWeakness(password, { email: 'dana@example.test' })).toBeNull()
  })
})

// spec: A5 A weak password has one sentence for each reason
it('has one sentence for each reason, in order', () => {
  expect(passwordWeakness('carefold', {}, { passwordMinLength: 9, refuseKnownPasswords: true })).toEqual({
    reasons: ['length', 'pwned'],
    message: `Password should be at least 9 characters. ${known}`,
  })
})

it('is enforced by business actions with an error on the field', () => {
  expect(() => requireStrongPassword('iloveyou')).toThrow(
    expect.objectContaining({ code: 'weak_password', fields: [{ path: 'password', message: known }] }),
  )
  requireStrongPassword('a quiet long password')
})
