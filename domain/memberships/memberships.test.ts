import { expect, test } from 'vitest'
import {
  type ClinicMembership,
  hasMultipleRoles,
  landingAfterSignIn,
  memberView,
  primaryAdminClinic,
  roleOnScreen,
  type UserProfile,
} from './memberships.ts'

function aMembership(subdomain: string, changes: Partial<ClinicMembership> = {}): ClinicMembership {
  return {
    id: `membership-${subdomain}`,
    user_id: 'user-1',
    clinic_id: `clinic-${subdomain}`,
    role: 'patient',
    status: 'active',
    is_read_only: false,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    clinic: { id: `clinic-${subdomain}`, name: subdomain, subdomain },
    ...changes,
  }
}

test('without memberships a person lands on home of the current host', () => {
  expect(landingAfterSignIn([], null)).toEqual({ area: 'home', subdomain: null })
})

test.each([
  ['admin', 'clinic'],
  ['staff', 'clinic'],
  ['member', 'clinic'],
  ['patient', 'home'],
] as const)('%s lands in %s of the clinic’s own hub', (role, area) => {
  expect(landingAfterSignIn([aMembership('sunrise', { role })], null)).toEqual({ area, subdomain: 'sunrise' })
})

test('a pending or invited membership does not choose the clinic', () => {
  const memberships = [aMembership('sunrise', { role: 'admin', status: 'pending' })]
  expect(landingAfterSignIn(memberships, 'sunrise')).toEqual({ area: 'home', subdomain: null })
})

test('with several clinics the one of the page wins, then the earliest admin membership', () => {
  const memberships = [
    aMembership('oldest', { created_at: '2024-01-01T00:00:00Z' }),
    aMembership('later', { role: 'admin', created_at: '2026-01-01T00:00:00Z' }),
    aMembership('earlier', { role: 'admin', created_at: '2025-01-01T00:00:00Z' }),
  ]
  expect(landingAfterSignIn(memberships, 'later').subdomain).toBe('later')
  expect(landingAfterSignIn(memberships, null).subdomain).toBe('earlier')
  expect(primaryAdminClinic(memberships)?.subdomain).toBe('earlier')
  expect(hasMultipleRoles(memberships)).toBe(true)
})

test('a clinic without address keeps the current host', () => {
  const clinic = { id: 'clinic-x', name: 'X', subdomain: null }
  expect(landingAfterSignIn([aMembership('x', { role: 'staff', clinic })], null)).toEqual({
    area: 'clinic',
    subdomain: null,
  })
})

test('in a clinic the claim wins over the membership, and nobody is more than a patient without either', () => {
  const memberships = [aMembership('sunrise', { role: 'patient' })]
  expect(roleOnScreen(memberships, 'sunrise', { 'clinic-sunrise': 'admin' })).toBe('admin')
  expect(roleOnScreen(memberships, 'sunrise', { 'clinic-sunrise': 'owner' })).toBe('patient')
  expect(roleOnScreen([], 'sunrise')).toBe('patient')
})

test('without a clinic the highest active role counts, and none is unknown', () => {
  expect(roleOnScreen([aMembership('a'), aMembership('b', { role: 'admin' })], null)).toBe('admin')
  expect(roleOnScreen([aMembership('a'), aMembership('b', { role: 'staff' })], null)).toBe('staff')
  expect(roleOnScreen([aMembership('a')], null)).toBe('patient')
  expect(roleOnScreen([aMembership('a', { role: 'admin', status: 'invited' })], null)).toBe(null)
})

const row = aMembership('sunrise', { user_id: '01234567-89ab-4cde-8f01-23456789abcd' })
const profile = (person: Partial<UserProfile['raw_user_meta_data']>): UserProfile => ({
  id: row.user_id ?? '',
  email: 'dana@example.test',
  raw_user_meta_data: {
    first_name: null,
    last_name: null,
    name: null,
    full_name: null,
    avatar_url: null,
    ...person,
  },
})

test('a member is named by first and last name, else by name, else by the start of the id', () => {
  const named = { first_name: 'Dana', last_name: 'Whitfield', name: 'DW' }
  expect(memberView(row, profile(named))).toMatchObject({
    name: 'Dana Whitfield',
    email: 'dana@example.test',
  })
  expect(memberView(row, profile({ name: 'DW' })).name).toBe('DW')
  expect(memberView(row, profile({}))).toMatchObject({ name: 'User 01234567' })
  expect(memberView(row, null)).toMatchObject({ name: 'User 01234567', email: 'Pending User' })
})

test('somebody invited is shown as the invitation names them', () => {
  const waiting = aMembership('sunrise', { user_id: null, status: 'invited' })
  expect(memberView(waiting, null, { email: 'dana@example.test', name: 'Dana' })).toMatchObject({
    userId: null,
    name: 'Dana',
    email: 'dana@example.test',
  })
  expect(memberView(waiting, null, { email: 'dana@example.test', name: null }).name).toBe('dana@example.test')
  expect(memberView(waiting, null)).toMatchObject({ name: 'Pending User', email: 'Pending User' })
})

test('joined is the row’s first day, last active its last change', () => {
  const changed = aMembership('sunrise', { updated_at: '2026-02-02T00:00:00Z' })
  expect(memberView(changed, null)).toMatchObject({
    joinedAt: '2026-01-01T00:00:00Z',
    lastActiveAt: '2026-02-02T00:00:00Z',
  })
})
