import { describe, expect, it } from 'vitest'
import { newPhoneForm, recoveryCodeForm, stepCodeForm } from './forms.ts'
import { digitsOf, freeName, inFours, isSetUpDue, levelOnScreen, waysOf } from './two-factor.ts'

describe('typed codes', () => {
  it.each(['123456', '123 456', ' 123456 '])('accepts %j', (code) => {
    expect(stepCodeForm.safeParse({ code }).success).toBe(true)
    expect(digitsOf(code)).toBe('123456')
  })

  it.each(['', '12345', '1234567', 'abcdef', '12 34 56 7'])('rejects %j', (code) => {
    expect(stepCodeForm.safeParse({ code }).success).toBe(false)
  })

  it.each(['k4m9x7qp2ab8ht3z', 'K4M9-X7QP-2AB8-HT3Z', 'k4m9 x7qp 2ab8 ht3z '])(
    'accepts the recovery code %j',
    (code) => {
      expect(recoveryCodeForm.safeParse({ code }).success).toBe(true)
    },
  )

  it.each(['', 'k4m9', 'k4m9x7qp2ab8ht3zz'])('rejects the recovery code %j', (code) => {
    expect(recoveryCodeForm.safeParse({ code }).success).toBe(false)
  })

  it('accepts a number with its country code', () => {
    expect(newPhoneForm.safeParse({ phone: '+1 (416) 555-0100' }).success).toBe(true)
    expect(newPhoneForm.safeParse({ phone: '0416 555' }).success).toBe(false)
  })
})

it('groups a key in fours', () => {
  expect(inFours('JBSWY3DPEH')).toBe('JBSW Y3DP EH')
  expect(inFours('')).toBe('')
})

it('finds an unused name', () => {
  expect(freeName('Passkey', [])).toBe('Passkey')
  expect(freeName('Passkey', ['Passkey', 'Passkey 2'])).toBe('Passkey 3')
})

describe('the assurance level in a token', () => {
  const token = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`
  it('is read from the token, and is aal1 for anything else', () => {
    expect(levelOnScreen(token({ aal: 'aal2', name: 'Zoë' }))).toBe('aal2')
    expect(levelOnScreen(token({ aal: 'aal1' }))).toBe('aal1')
    expect(levelOnScreen('nonsense')).toBe('aal1')
  })
})

it('offers the easiest method first, and only those that work in this browser', () => {
  const factors = ['recovery_code', 'totp', 'webauthn'].map((factor_type) => ({
    factor_type,
    status: 'verified',
  }))
  const waiting = { factor_type: 'phone', status: 'unverified' }
  expect(waysOf([...factors, waiting], { knowsPasskeys: true })).toEqual([
    'webauthn',
    'totp',
    'recovery_code',
  ])
  expect(waysOf(factors, { knowsPasskeys: false })).toEqual(['totp', 'recovery_code'])
})

describe('setting up the second step is due', () => {
  const lacking = { requiresMfa: true, mayUseHealthData: false, hasPatients: false }
  const newClinic = { level: 'aal1', isDemanded: false, security: lacking, pageNeedsIt: false } as const

  it('never at aal2, and not if the clinic does not require it', () => {
    const security = { ...lacking, hasPatients: true }
    expect(isSetUpDue({ ...newClinic, level: 'aal2', security, isDemanded: true, pageNeedsIt: true })).toBe(
      false,
    )
    const relaxed = { requiresMfa: false, mayUseHealthData: true, hasPatients: true }
    expect(isSetUpDue({ ...newClinic, security: relaxed, pageNeedsIt: true })).toBe(false)
  })

  it('in a clinic without patients, on the pages that need it', () => {
    expect(isSetUpDue(newClinic)).toBe(false)
    expect(isSetUpDue({ ...newClinic, pageNeedsIt: true })).toBe(true)
  })

  it('on every page from the first patient on', () => {
    expect(isSetUpDue({ ...newClinic, security: { ...lacking, hasPatients: true } })).toBe(true)
  })

  it('after the server has refused a request for lack of it', () => {
    expect(isSetUpDue({ ...newClinic, isDemanded: true })).toBe(true)
    expect(isSetUpDue({ ...newClinic, security: undefined, isDemanded: true })).toBe(true)
  })

  it('not while the rule is loading', () => {
    expect(isSetUpDue({ ...newClinic, security: undefined, pageNeedsIt: true })).toBe(false)
  })
})
