import { expect, test } from 'vitest'
import {
  type ClinicMembership,
  hasSeveralRoles,
  landingAfterSignIn,
  primaryAdminClinic,
  roleOnScreen,
} from './memberships.ts'

function aMembership(subdomain: string, changes: Partial<ClinicMembership> = {}): ClinicMembership {
  return {
    id: `membership-${subdomain}`,
    user_id: 'user-1',
    clinic_id: `clinic-${subdomain}`,
    role: 'patient',
    status: 'active',
    is_owner: false,
    is_read_only: false,
    is_billing_only: false,
    permission_sets: [],
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    clinic: { id: `clinic-${subdomain}`, name: subdomain, subdomain },
    ...changes,
  }
}

// spec: A2 Without memberships a user lands on the home of the host
test('a person without memberships lands on the current host’s home', () => {
  expect(landingAfterSignIn([], null)).toEqual({ area: 'home', subdomain: null })
})

// spec: A2 Admin, staff and member land on /clinic of their hub, a patient on /home
// spec: A6 Admin, staff and member go to /clinic
test.each([
  ['admin', 'clinic'],
  ['staff', 'clinic'],
  ['member', 'clinic'],
  ['patient', 'home'],
] as const)('%s lands in %s of the clinic’s hub', (role, area) => {
  expect(landingAfterSignIn([aMembership('sunrise', { role })], null)).toEqual({ area, subdomain: 'sunrise' })
})

// spec: A4 Several roles means more than one distinct active role
test('several roles: more than one distinct among the active memberships', () => {
  const patient = aMembership('sunrise')
  expect(hasSeveralRoles([])).toBe(false)
  expect(hasSeveralRoles([patient, aMembership('harbor')])).toBe(false)
  expect(hasSeveralRoles([patient, aMembership('harbor', { role: 'admin' })])).toBe(true)
  expect(hasSeveralRoles([patient, aMembership('harbor', { role: 'admin', status: 'invited' })])).toBe(false)
})

// spec: A4 Only an active membership chooses the clinic
test('a pending or invited membership does not select the clinic', () => {
  const memberships = [aMembership('sunrise', { role: 'admin', status: 'pending' })]
  expect(landingAfterSignIn(memberships, 'sunrise')).toEqual({ area: 'home', subdomain: null })
})

// spec: A2 With several clinics the page’s clinic wins, then the earliest admin membership
// spec: A4 The primary admin membership is the earliest
test('with several clinics the page’s clinic wins, then the earliest admin membership', () => {
  const memberships = [
    aMembership('oldest', { created_at: '2024-01-01T00:00:00Z' }),
    aMembership('later', { role: 'admin', created_at: '2026-01-01T00:00:00Z' }),
    aMembership('earlier', { role: 'admin', created_at: '2025-01-01T00:00:00Z' }),
  ]
  expect(landingAfterSignIn(memberships, 'later').subdomain).toBe('later')
  expect(landingAfterSignIn(memberships, null).subdomain).toBe('earlier')
  expect(primaryAdminClinic(memberships)?.subdomain).toBe('earlier')
})

// spec: A2 A clinic without a subdomain stays on the current host
test('a clinic without a subdomain leads to the current host', () => {
  const clinic = { id: 'clinic-x', name: 'X', subdomain: null }
  expect(landingAfterSignIn([aMembership('x', { role: 'staff', clinic })], null)).toEqual({
    area: 'clinic',
    subdomain: null,
  })
})

// spec: A4 The role in a clinic is the claim, then the membership, then patient
test('in a clinic the claim wins over the membership; the default role is patient', () => {
  const memberships = [aMembership('sunrise', { role: 'patient' })]
  expect(roleOnScreen(memberships, 'sunrise', { 'clinic-sunrise': 'admin' })).toBe('admin')
  expect(roleOnScreen(memberships, 'sunrise', { 'clinic-sunrise': 'owner' })).toBe('patient')
  const staff = [aMembership('sunrise', { role: 'staff' })]
  expect(roleOnScreen(staff, 'sunrise', { 'clinic-harbor': 'admin' })).toBe('staff')
  expect(roleOnScreen(staff, 'harbor')).toBe('patient')
  expect(roleOnScreen([], 'sunrise')).toBe('patient')
})

// spec: A4 Without a clinic the highest active role counts
test('without a clinic the highest active role counts; without a role it is unknown', () => {
  expect(roleOnScreen([aMembership('a'), aMembership('b', { role: 'admin' })], null)).toBe('admin')
  expect(roleOnScreen([aMembership('a'), aMembership('b', { role: 'staff' })], null)).toBe('staff')
  expect(roleOnScreen([aMembership('a')], null)).toBe('patient')
  expect(roleOnScreen([aMembership('a', { role: 'admin', status: 'invited' })], null)).toBe(null)
})
