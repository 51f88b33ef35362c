import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ownEmailForm, ownNameForm, ownNameFrom, ownNameMetadata, ownPasswordForm } from './forms.ts'

/** Complaints by field, the first of each: that is the one a form shows. */
function complaints(schema: z.ZodMiniType, values: unknown): Record<string, string> {
  const result = z.safeParse(schema, values)
  return Object.fromEntries(
    (result.error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message]),
  )
}

test('each name has at least two characters', () => {
  expect(complaints(ownNameForm, { firstName: ' A ', lastName: '' })).toEqual({
    firstName: 'First name must be at least 2 characters.',
    lastName: 'Last name must be at least 2 characters.',
  })
})

test('an address is one, and is compared in lower case', () => {
  expect(complaints(ownEmailForm, { email: 'robin' })).toEqual({
    email: 'Please enter a valid email address.',
  })
  expect(z.parse(ownEmailForm, { email: ' Robin@Example.test ' }).email).toBe('robin@example.test')
})

const asked = { needs_current_password: true, needs_nonce: true }
const filled = {
  currentPassword: '123456',
  nonce: ' 123 456 ',
  newPassword: '12345678',
  confirmPassword: '12345678',
}

test('passwords keep the lengths and must be the same', () => {
  const short = { ...filled, currentPassword: '12345', newPassword: '1234567', confirmPassword: '1' }
  expect(complaints(ownPasswordForm(asked), short)).toEqual({
    currentPassword: 'Current password must be at least 6 characters.',
    newPassword: 'Password must be at least 8 characters.',
    confirmPassword: 'Password must be at least 8 characters.',
  })
  expect(complaints(ownPasswordForm(asked), { ...filled, confirmPassword: '12345679' })).toEqual({
    confirmPassword: "Passwords don't match",
  })
})

test('a code has six digits, and only what is asked for has to be there', () => {
  expect(complaints(ownPasswordForm(asked), filled)).toEqual({})
  expect(complaints(ownPasswordForm(asked), { ...filled, nonce: '12345' })).toEqual({
    nonce: 'Please type the six digits.',
  })
  const first = { needs_current_password: false, needs_nonce: false }
  expect(complaints(ownPasswordForm(first), { ...filled, currentPassword: '', nonce: '' })).toEqual({})
})

test('names begin with what is known of the person', () => {
  expect(ownNameFrom({ first_name: 'Ana', last_name: 'Lee', full_name: 'Other' })).toEqual({
    firstName: 'Ana',
    lastName: 'Lee',
  })
  expect(ownNameFrom({ full_name: ' Ana Maria  Lee ' })).toEqual({ firstName: 'Ana', lastName: 'Maria Lee' })
  expect(ownNameFrom({ full_name: 3 })).toEqual({ firstName: '', lastName: '' })
})

test('the full name follows the two names', () => {
  expect(ownNameMetadata({ firstName: 'Ana', lastName: 'Lee' })).toEqual({
    first_name: 'Ana',
    last_name: 'Lee',
    full_name: 'Ana Lee',
  })
})
