import { expect, test } from 'vitest'
import { invitableTeamRoles, inviteForm, invitePatientInput } from './invitations.ts'

const clinicId = '7f0c1c3e-8f5b-4b52-9c7e-0d9f6c1f2a10'

// spec: B2.11 The dialog needs an address and a role; the name is optional
// spec: B5 An invitation needs an address and a role
test('the dialog requires an address and a role; the name is optional', () => {
  const form = { email: ' Dana@Example.TEST ', name: '', role: 'member' }
  expect(inviteForm.parse(form)).toEqual({ ...form, email: 'dana@example.test' })
  const problem = (change: object) => inviteForm.safeParse({ ...form, ...change }).error?.issues[0]?.message
  expect(problem({ email: 'dana' })).toBe('Please enter a valid email address.')
  expect(problem({ role: '' })).toBe('Please select a role.')
})

// spec: A6 The invitation form offers admin, staff and member
// spec: B5 An invitation has the role admin, staff or member
test('the dialog offers admin, staff and member', () => {
  expect(invitableTeamRoles).toEqual(['admin', 'staff', 'member'])
  for (const role of invitableTeamRoles)
    expect(inviteForm.safeParse({ email: 'dana@example.test', name: '', role }).success).toBe(true)
})

test.each([
  [{ email: 'dana', name: '', role: 'member' }, 'Please enter a valid email address.'],
  [{ email: 'dana@example.test', name: '', role: 'owner' }, 'Please select a role.'],
  [{ email: 'dana@example.test', name: '' }, 'Please select a role.'],
])('refuses %o in the specification’s wording', (form, message) => {
  expect(inviteForm.safeParse(form).error?.issues[0]?.message).toBe(message)
})

test('the action accepts patients and omits empty fields', () => {
  for (const optional of [{}, { name: null, redirectUrl: null }, { name: ' ', redirectUrl: '' }]) {
    const input = { clinicId, email: 'dana@example.test', role: 'patient', ...optional }
    expect(invitePatientInput.safeParse(input).success).toBe(true)
  }
  const owner = { clinicId, email: 'dana@example.test', role: 'owner' }
  expect(invitePatientInput.safeParse(owner).success).toBe(false)
})
