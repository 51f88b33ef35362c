/**
 * Roles, and which business actions each may take.
 *
 * Actions refuse by `requirePermission`, and the web hides controls by `can`. Which rows and columns somebody sees, Postgres decides.
 * Words: `staff` and `member` are both clinic team (docs/domain-rules.md choice 5); the owner is a mark on an admin;
 * read-only is a mark on a team membership and refuses every action that changes something.
 */
export type ClinicRole = 'admin' | 'staff' | 'member' | 'patient'

/**
 * What an owner may grant to staff beyond the role, one by one: managing the team, Carefold's bill, the clinic's settings,
 * and the money that patients pay.
 */
export const permissionSets = ['team', 'billing', 'settings', 'money'] as const
export type PermissionSet = (typeof permissionSets)[number]

const everyoneInTheTeam: readonly ClinicRole[] = ['admin', 'staff', 'member']
const adminsOnly: readonly ClinicRole[] = ['admin']

interface Rule {
  roles: readonly ClinicRole[]
  /**
   * Whether a password alone is not enough where the clinic, or the person, asks for a second factor
   * (docs/decisions/0016). Not for what sets a new clinic up before its first patient.
   */
  secondFactor: boolean
  /** Staff who were granted this set may take the action too. */
  set?: PermissionSet
}

/** Action → who may take it, and how. `:read` actions are open to read-only team members. */
export const permissions = {
  'clinic:read': { roles: everyoneInTheTeam, secondFactor: false },
  'clinic:update': { roles: adminsOnly, secondFactor: false, set: 'settings' },
  // how the team signs in
  'security:write': { roles: adminsOnly, secondFactor: true },
  'audit:read': { roles: adminsOnly, secondFactor: true },
  // the list itself; patients' names and addresses are health data, guarded row by row
  'members:read': { roles: everyoneInTheTeam, secondFactor: false },
  // the members list with its patients, the search, and a person's page
  'patients:read': { roles: everyoneInTheTeam, secondFactor: true },
  // everybody's name and address at once
  'members:export': { roles: adminsOnly, secondFactor: true },
  // many patients at once, from a file
  'members:import': { roles: adminsOnly, secondFactor: true },
  // everything that the clinic keeps, in one archive
  'clinic:export': { roles: adminsOnly, secondFactor: true },
  // who of support sees how the clinic is set up
  'support:write': { roles: adminsOnly, secondFactor: true },
  // the end of the clinic; the action wants the second step of this session
  'clinic:close': { roles: adminsOnly, secondFactor: true },
  // what the team notes about patients
  'notes:write': { roles: everyoneInTheTeam, secondFactor: true },
  'members:invite-patient': { roles: everyoneInTheTeam, secondFactor: true },
  'members:invite-team': { roles: adminsOnly, secondFactor: true, set: 'team' },
  'members:invite-admin': { roles: adminsOnly, secondFactor: true },
  // what colleagues may do; admins are changed by admins alone
  'team:write': { roles: adminsOnly, secondFactor: true, set: 'team' },
  'members:update': { roles: adminsOnly, secondFactor: true },
  // which records are of one person
  'patients:merge': { roles: adminsOnly, secondFactor: true },
  // who may act for patients under age
  'guardians:write': { roles: everyoneInTheTeam, secondFactor: true },
  'guardian-rules:write': { roles: adminsOnly, secondFactor: true, set: 'settings' },
  // files about patients
  'files:write': { roles: everyoneInTheTeam, secondFactor: true },
  // health data, guarded row by row
  'tasks:read': { roles: everyoneInTheTeam, secondFactor: true },
  'tasks:write': { roles: everyoneInTheTeam, secondFactor: true },
  // the shared inbox, health data guarded row by row
  'messages:read': { roles: everyoneInTheTeam, secondFactor: true },
  'messages:write': { roles: everyoneInTheTeam, secondFactor: true },
  'feedback:read': { roles: everyoneInTheTeam, secondFactor: true },
  'feedback:write': { roles: everyoneInTheTeam, secondFactor: true },
  // what the clinic teaches is about nobody; who has read it is health data, guarded row by row
  'content:read': { roles: everyoneInTheTeam, secondFactor: false },
  // patients act on what they read here
  'content:write': { roles: everyoneInTheTeam, secondFactor: true },
  // what patients are asked to read: health data, guarded row by row
  'lessons:read': { roles: everyoneInTheTeam, secondFactor: true },
  'lessons:assign': { roles: everyoneInTheTeam, secondFactor: true },
  // what is planned with a patient: health data, guarded row by row
  'care-plans:read': { roles: everyoneInTheTeam, secondFactor: true },
  'care-plans:write': { roles: everyoneInTheTeam, secondFactor: true },
  // health data, guarded row by row
  'appointments:read': { roles: everyoneInTheTeam, secondFactor: true },
  'appointments:write': { roles: everyoneInTheTeam, secondFactor: true },
  // kinds of visits, hours and holidays: set up before the first patient
  'scheduling:write': { roles: adminsOnly, secondFactor: false, set: 'settings' },
  'plans:read': { roles: everyoneInTheTeam, secondFactor: false },
  'plans:write': { roles: adminsOnly, secondFactor: false },
  'payouts:write': { roles: adminsOnly, secondFactor: true },
  'money:read': { roles: adminsOnly, secondFactor: true, set: 'money' },
  'payments:refund': { roles: adminsOnly, secondFactor: true, set: 'money' },
  // a payment that failed: try the card again, mail the payer
  'payments:collect': { roles: adminsOnly, secondFactor: true, set: 'money' },
  'disputes:answer': { roles: adminsOnly, secondFactor: true, set: 'money' },
  'billing:write': { roles: adminsOnly, secondFactor: true, set: 'billing' },
  'subscriptions:cancel': { roles: adminsOnly, secondFactor: true },
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof permissions

/** A caller as far as permissions are concerned. */
export interface Holder {
  role: ClinicRole | null
  isReadOnly?: boolean
  permissionSets?: readonly PermissionSet[]
}

/** Whether a caller with this role and these sets may take the action. Without a role: none. */
export function can(
  { role, isReadOnly, permissionSets: sets = [] }: Holder,
  permission: Permission,
): boolean {
  if (!role) return false
  if (isReadOnly && !permission.includes(':read')) return false
  const { roles, set }: Rule = permissions[permission]
  if (roles.includes(role)) return true
  return set !== undefined && role !== 'patient' && sets.includes(set)
}

/** The permission to offer a role: one is never offered above one's own (docs/threats.md T4). */
export function invitePermission(role: ClinicRole): Permission {
  if (role === 'patient') return 'members:invite-patient'
  return role === 'admin' ? 'members:invite-admin' : 'members:invite-team'
}
