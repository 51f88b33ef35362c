import { describe, expect, it, test } from 'vitest'
import {
  type ClinicRole,
  can,
  invitePermission,
  opensToReadOnly,
  type Permission,
  type PermissionSet,
  permissionSets,
  permissions,
} from './permissions.ts'

const everyRole: ClinicRole[] = ['admin', 'staff', 'member', 'patient']
const all = Object.keys(permissions) as Permission[]

test('grants nothing to a caller without a role', () => {
  for (const permission of all) expect(can({ role: null }, permission)).toBe(false)
})

// spec: A6 Staff and member have the same rights
// spec: B6 Staff and member have the same rights
test('staff and member have the same permissions', () => {
  for (const permission of all)
    expect(can({ role: 'staff' }, permission)).toBe(can({ role: 'member' }, permission))
})

// spec: B6 An admin may do all that staff may do
test('an admin has every permission of staff', () => {
  for (const permission of all.filter((name) => can({ role: 'staff' }, name))) {
    expect(can({ role: 'admin' }, permission)).toBe(true)
  }
})

test('a patient has no permission of the team', () => {
  for (const permission of all.filter(
    (name) => can({ role: 'staff' }, name) || can({ role: 'admin' }, name),
  )) {
    expect(can({ role: 'patient' }, permission)).toBe(false)
  }
})

// spec: B6 A read-only member only reads
test('a read-only member may only read', () => {
  for (const permission of all) {
    const isReading = permission.includes(':read')
    for (const role of everyRole) {
      expect(can({ role, isReadOnly: true }, permission)).toBe(isReading && can({ role }, permission))
    }
  }
})

const ofTheTeam: Permission[] = [
  'clinic:read',
  'sign-in-rule:read',
  'members:read',
  'patients:read',
  'patients:write',
  'notes:write',
  'members:invite-patient',
  'guardians:write',
  'files:write',
  'tasks:read',
  'tasks:write',
  'messages:read',
  'messages:write',
  'feedback:read',
  'feedback:write',
  'content:read',
  'content:write',
  'lessons:read',
  'lessons:assign',
  'forms:ask',
  'care-plans:read',
  'care-plans:write',
  'appointments:read',
  'appointments:write',
  'plans:read',
]

test.each(all)('%s is for the whole team if listed, else for admins', (permission) => {
  const roles = everyRole.filter((role) => can({ role }, permission))
  expect(roles).toEqual(ofTheTeam.includes(permission) ? ['admin', 'staff', 'member'] : ['admin'])
})

test('only set-up of a new clinic, and actions about no patient, need no second factor', () => {
  expect(all.filter((name) => !permissions[name].secondFactor)).toEqual([
    'clinic:read',
    'clinic:update',
    'sign-in-rule:read',
    'members:read',
    'content:read',
    'forms:write',
    'scheduling:write',
    'plans:read',
    'plans:write',
  ])
})

describe('no role offers a higher role', () => {
  it.each<[ClinicRole | null, ClinicRole[]]>([
    ['admin', ['admin', 'staff', 'member', 'patient']],
    ['staff', ['patient']],
    ['member', ['patient']],
    ['patient', []],
    [null, []],
  ])('%s offers %j', (role, offered) => {
    expect(everyRole.filter((wanted) => can({ role }, invitePermission(wanted)))).toEqual(offered)
  })

  it('a read-only member offers no role', () => {
    expect(
      everyRole.filter((wanted) => can({ role: 'staff', isReadOnly: true }, invitePermission(wanted))),
    ).toEqual([])
  })
})

const bySet: Record<PermissionSet, Permission[]> = {
  team: ['members:invite-team', 'team:write'],
  billing: ['billing:write'],
  settings: ['clinic:update', 'forms:write', 'guardian-rules:write', 'scheduling:write'],
  money: [
    ...(['books:write', 'disputes:answer', 'money:read'] as const),
    ...(['payments:collect', 'payments:refund', 'subscriptions:add', 'visit-fees:charge'] as const),
  ],
}

// spec: B6 A permission set grants staff its permissions and no other
test.each(permissionSets)('the set %s grants staff its permissions and no others', (set) => {
  for (const role of ['staff', 'member'] as const) {
    const gained = all.filter(
      (permission) => can({ role, permissionSets: [set] }, permission) && !can({ role }, permission),
    )
    expect(gained.sort()).toEqual(bySet[set])
  }
})

test('a set gives nothing to a patient or a user without a role, and only reads to a read-only member', () => {
  for (const permission of all) {
    const sets = { permissionSets }
    expect(can({ role: 'patient', ...sets }, permission)).toBe(can({ role: 'patient' }, permission))
    expect(can({ role: null, ...sets }, permission)).toBe(false)
    if (can({ role: 'staff', isReadOnly: true, ...sets }, permission)) expect(permission).toContain(':read')
  }
})

test('the Billing role holds these permissions alone, whichever role its membership stores', () => {
  for (const role of ['staff', 'member', null] as const) {
    const held = all.filter((permission) => can({ role, isBillingOnly: true, permissionSets }, permission))
    expect(held.sort()).toEqual([
      ...['books:write', 'money:read', 'payments:collect'],
      ...['payments:refund', 'sign-in-rule:read'],
    ])
  }
})

test('only an admin offers the Billing role', () => {
  expect(can({ role: 'admin' }, invitePermission('member', true))).toBe(true)
  expect(can({ role: 'staff', permissionSets }, invitePermission('member', true))).toBe(false)
})

test('a set opens to a read-only member exactly if it lets one read more', () => {
  const reads = (sets: readonly PermissionSet[]) =>
    all.filter((permission) => can({ role: 'staff', isReadOnly: true, permissionSets: sets }, permission))
      .length
  for (const set of permissionSets) expect(opensToReadOnly(set)).toBe(reads([set]) > reads([]))
  expect(permissionSets.filter(opensToReadOnly)).toEqual(['money'])
})

test('no set lets staff invite an admin', () => {
  expect(can({ role: 'staff', permissionSets }, invitePermission('admin'))).toBe(false)
})
