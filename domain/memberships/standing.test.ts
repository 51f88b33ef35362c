import { expect, test } from 'vitest'
import type { ClinicMembership } from './memberships.ts'
import { standingIn } from './standing.ts'

function membership(changes: Partial<ClinicMembership> & { suspended_at?: string }): ClinicMembership {
  return {
    id: 'm1',
    user_id: 'u1',
    clinic_id: 'c1',
    role: 'patient',
    status: 'active',
    is_owner: false,
    is_read_only: false,
    is_billing_only: false,
    permission_sets: [],
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    clinic: { id: 'c1', name: 'Sunrise', subdomain: 'sunrise' },
    ...changes,
  }
}

test('a patient has the same standing before and after the email is confirmed', () => {
  expect(standingIn([membership({ status: 'pending' })], 'sunrise')).toBe('patient')
  expect(standingIn([membership({})], 'sunrise')).toBe('patient')
})

test('a team member has the standing of the team only once active', () => {
  expect(standingIn([membership({ role: 'admin' })], 'sunrise')).toBe('team')
  expect(standingIn([membership({ role: 'member' })], 'sunrise')).toBe('team')
  expect(standingIn([membership({ role: 'staff', status: 'pending' })], 'sunrise')).toBe('invited')
})

test('ignores a membership at another clinic', () => {
  const harbor = membership({ clinic: { id: 'c2', name: 'Harbor', subdomain: 'harbor' } })
  expect(standingIn([harbor], 'sunrise')).toBe('stranger')
  expect(standingIn([], 'sunrise')).toBe('stranger')
})

test('does not show a suspension as an invitation', () => {
  const suspended = membership({ status: 'invited', suspended_at: '2026-02-01T00:00:00Z' })
  expect(standingIn([suspended], 'sunrise')).toBe('suspended')
  expect(standingIn([membership({ status: 'invited' })], 'sunrise')).toBe('invited')
})
