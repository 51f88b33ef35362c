import { expect, test } from 'vitest'
import { teamInvitesForm } from './inputs.ts'
import { accessOf, membershipFor, teamAccesses } from './team.ts'

test('each access maps to one membership and back', () => {
  expect(teamAccesses.map((access) => accessOf(membershipFor(access)))).toEqual([...teamAccesses])
  expect(accessOf({ role: 'staff', isReadOnly: false, isBillingOnly: false })).toBe('member')
  expect(accessOf({ role: 'staff', isReadOnly: true, isBillingOnly: false })).toBe('read-only')
})

test('an address is invited once, in any letter case', () => {
  const { error } = teamInvitesForm.safeParse({
    invites: [
      { email: 'dana@example.test', access: 'admin' },
      { email: ' Dana@Example.test ', access: 'read-only' },
    ],
  })
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['invites.1.email', 'This address is already in the list.'],
  ])
})

test('each address has its own message', () => {
  const { error } = teamInvitesForm.safeParse({
    invites: [
      { email: '', access: 'read-only' },
      { email: 'dana@example.test', access: 'owner' },
    ],
  })
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['invites.0.email', 'Please enter a valid email address.'],
    ['invites.1.access', 'Please select a role.'],
  ])
})
