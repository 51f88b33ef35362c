import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { formErrors } from '#testing/hostile/form-errors.ts'
import { ownEmailForm, ownNameForm, ownPasswordForm } from './forms.ts'
import { ownNameFrom, ownNameMetadata } from './own-name.ts'

// spec: B5 Each name has at least two characters
test('each name has at least two characters', () => {
  expect(formErrors(ownNameForm, { firstName: ' A ', lastName: '' })).toEqual({
    firstName: 'First name must be at least 2 characters.',
    lastName: 'Last name must be at least 2 characters.',
  })
})

const asked = { needs_current_password: true, needs_nonce: true }

test('an email address must be valid, is lower-cased, and requires the same proof as a password', () => {
  expect(formErrors(ownEmailForm(asked), { email: 'robin', currentPassword: '', nonce: '' })).toEqual({
    email: 'Please enter a valid email address.',
    currentPassword: 'Current password must be at least 6 characters.',
    nonce: 'Please enter the six digits.',
  })
  const proof = { currentPassword: '123456', nonce: '123456' }
  const { email } = z.parse(ownEmailForm(asked), { email: ' Robin@Example.test ', ...proof })
  expect(email).toBe('robin@example.test')
})

const filled = {
  currentPassword: '123456',
  nonce: ' 123 456 ',
  newPassword: '12345678',
  confirmPassword: '12345678',
}

// spec: B5 Passwords have minimum lengths and must match
test('passwords have minimum lengths and must match', () => {
  const short = { ...filled, currentPassword: '12345', newPassword: '1234567', confirmPassword: '1' }
  expect(formErrors(ownPasswordForm(asked), short)).toEqual({
    currentPassword: 'Current password must be at least 6 characters.',
    newPassword: 'Password must be at least 8 characters.',
    confirmPassword: 'Password must be at least 8 characters.',
  })
  expect(formErrors(ownPasswordForm(asked), { ...filled, confirmPassword: '12345679' })).toEqual({
    confirmPassword: "Passwords don't match",
  })
})

test('a code has six digits, and only the requested fields are required', () => {
  expect(formErrors(ownPasswordForm(asked), filled)).toEqual({})
  expect(formErrors(ownPasswordForm(asked), { ...filled, nonce: '12345' })).toEqual({
    nonce: 'Please enter the six digits.',
  })
  const first = { needs_current_password: false, needs_nonce: false }
  expect(formErrors(ownPasswordForm(first), { ...filled, currentPassword: '', nonce: '' })).toEqual({})
})

test('name fields start with the stored names', () => {
  expect(ownNameFrom({ first_name: 'Ana', last_name: 'Lee', full_name: 'Other' })).toEqual({
    firstName: 'Ana',
    lastName: 'Lee',
  })
  expect(ownNameFrom({ full_name: ' Ana Maria  Lee ' })).toEqual({ firstName: 'Ana', lastName: 'Maria Lee' })
  expect(ownNameFrom({ full_name: 3 })).toEqual({ firstName: '', lastName: '' })
})

test('the full name joins the two names', () => {
  expect(ownNameMetadata({ firstName: 'Ana', lastName: 'Lee' })).toEqual({
    first_name: 'Ana',
    last_name: 'Lee',
    full_name: 'Ana Lee',
  })
})
