import { expect, test } from 'vitest'
import { formErrors } from '#testing/hostile/form-errors.ts'
import {
  acceptInviteForm,
  clinicSignUpForm,
  forgotPasswordForm,
  inviteCompletionForm,
  loginForm,
  patientSignUpForm,
  updatePasswordForm,
} from './forms.ts'

const clinic = {
  adminName: 'Dana Whitfield',
  email: 'dana@sunrise.test',
  password: 'carefold-demo',
  clinicName: 'Sunrise Family Clinic',
  clinicSubdomain: 'sunrise',
}

test('sign-in requires both fields and nothing else', () => {
  expect(formErrors(loginForm, { email: 'not an address', password: 'x' })).toEqual({})
  expect(formErrors(loginForm, { email: ' ', password: '' })).toEqual({
    email: 'Enter your email address',
    password: 'Enter your password',
  })
})

// spec: A9 A patient’s name has 2 characters and a password 8
test('a patient’s sign-up names the error of each field', () => {
  expect(formErrors(patientSignUpForm, { name: 'A', email: 'a@', password: '1234567' })).toEqual({
    name: 'Name must be at least 2 characters',
    email: 'Please enter a valid email address',
    password: 'Password must be at least 8 characters',
  })
  expect(formErrors(patientSignUpForm, { name: 'Al', email: 'al@x.test', password: '12345678' })).toEqual({})
})

test('completing an invitation allows an empty name, but not a short one', () => {
  expect(formErrors(inviteCompletionForm, { name: '', password: '12345678' })).toEqual({})
  expect(formErrors(inviteCompletionForm, { name: 'A', password: '12345678' })).toEqual({
    name: 'Name must be at least 2 characters',
  })
})

// spec: A9 A clinic’s name has 3 characters
test('a clinic’s sign-up names the error of each field', () => {
  expect(formErrors(clinicSignUpForm, clinic)).toEqual({})
  expect(
    formErrors(clinicSignUpForm, {
      adminName: 'Al',
      email: 'x',
      password: 'short',
      clinicName: 'Su',
      clinicSubdomain: 'su',
    }),
  ).toEqual({
    adminName: 'Name must be at least 3 characters',
    email: 'Please enter a valid email address',
    password: 'Password must be at least 8 characters',
    clinicName: 'Clinic name must be at least 3 characters',
    clinicSubdomain: 'Subdomain must be at least 3 characters',
  })
  expect(formErrors(clinicSignUpForm, { ...clinic, clinicSubdomain: 'Sunrise_1' })).toEqual({
    clinicSubdomain: 'Subdomain can only contain lowercase letters, numbers, and hyphens',
  })
})

test('accepting an invitation reports different passwords at the second field', () => {
  const form = { firstName: 'Dana', lastName: 'Whitfield', password: '12345678', confirmPassword: '12345678' }
  expect(formErrors(acceptInviteForm, form)).toEqual({})
  expect(formErrors(acceptInviteForm, { ...form, confirmPassword: '1234567' })).toEqual({
    confirmPassword: "Passwords don't match",
  })
  expect(formErrors(acceptInviteForm, { ...form, firstName: 'D', lastName: ' W ' })).toEqual({
    firstName: 'First name must be at least 2 characters',
    lastName: 'Last name must be at least 2 characters',
  })
})

// spec: A5 A new password has its own messages
test('a new password has its own error messages', () => {
  expect(formErrors(updatePasswordForm, { password: 'short', confirmPassword: 'short' })).toEqual({
    password: 'Password must be at least 8 characters long.',
  })
  expect(formErrors(updatePasswordForm, { password: '12345678', confirmPassword: '87654321' })).toEqual({
    confirmPassword: "Passwords don't match",
  })
})

test('addresses are trimmed', () => {
  expect(forgotPasswordForm.parse({ email: ' dana@sunrise.test ' })).toEqual({ email: 'dana@sunrise.test' })
  expect(formErrors(forgotPasswordForm, { email: '' })).toEqual({
    email: 'Please enter a valid email address.',
  })
})
