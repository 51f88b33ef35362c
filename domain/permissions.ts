/**
 * Roles and their business actions. Actions check with `requirePermission`, the web with `can`; Postgres decides on
 * rows and columns.
 * `staff` and `member` are both the team (docs/domain-rules.md choice 5). `owner` is a flag of an admin; read-only is
 * a flag of a team membership and refuses every write. Billing-only is a flag of a team membership too: money and
 * nothing else (docs/decisions/0191).
 */
export type ClinicRole = 'admin' | 'staff' | 'member' | 'patient'

/**
 * Extra permissions that an owner can grant to staff: team, Carefold's bill, settings, and patients' payments.
 */
export const permissionSets = ['team', 'billing', 'settings', 'money'] as const
export type PermissionSet = (typeof permissionSets)[number]

const everyoneInTheTeam: readonly ClinicRole[] = ['admin', 'staff', 'member']
const adminsOnly: readonly ClinicRole[] = ['admin']

interface Rule {
  roles: readonly ClinicRole[]
  /**
   * Whether the action needs aal2 if the clinic or the user requires it (docs/decisions/0016). False for the set-up
   * of a clinic before its first patient.
   */
  secondFactor: boolean
  set?: PermissionSet
  /** Whether the Billing role has it; by default if the set money has it. */
  billing?: boolean
}

/** `:read` actions are open to read-only members. */
export const permissions = {
  'clinic:read': { roles: everyoneInTheTeam, secondFactor: false },
  'clinic:update': { roles: adminsOnly, secondFactor: false, set: 'settings' },
  // The clinic's sign-in rule, for its team.
  'sign-in-rule:read': { roles: everyoneInTheTeam, secondFactor: false, billing: true },
  'security:write': { roles: adminsOnly, secondFactor: true },
  // Webhooks send facts about patients elsewhere.
  'webhooks:write': { roles: adminsOnly, secondFactor: true },
  'audit:read': { roles: adminsOnly, secondFactor: true },
  // The list itself; row-level security guards patients' names and addresses.
  'members:read': { roles: everyoneInTheTeam, secondFactor: false },
  // The members list with patients, the search, and a person's page.
  'patients:read': { roles: everyoneInTheTeam, secondFactor: true },
  // Patients without an account.
  'patients:write': { roles: everyoneInTheTeam, secondFactor: true },
  'members:export': { roles: adminsOnly, secondFactor: true },
  'members:import': { roles: adminsOnly, secondFactor: true },
  // One patient's whole record as a file.
  'records:export': { roles: adminsOnly, secondFactor: true },
  'clinic:export': { roles: adminsOnly, secondFactor: true },
  'support:write': { roles: adminsOnly, secondFactor: true },
  // Keys of programs that read patients' data.
  'api-keys:write': { roles: adminsOnly, secondFactor: true },
  // Closes the clinic; the action requires aal2 of this session.
  'clinic:close': { roles: adminsOnly, secondFactor: true },
  'notes:write': { roles: everyoneInTheTeam, secondFactor: true },
  'members:invite-patient': { roles: everyoneInTheTeam, secondFactor: true },
  'members:invite-team': { roles: adminsOnly, secondFactor: true, set: 'team' },
  'members:invite-admin': { roles: adminsOnly, secondFactor: true },
  // Permissions of colleagues; only admins change admins.
  'team:write': { roles: adminsOnly, secondFactor: true, set: 'team' },
  'members:update': { roles: adminsOnly, secondFactor: true },
  'patients:merge': { roles: adminsOnly, secondFactor: true },
  // Connects a record to another account of its patient.
  'records:connect': { roles: adminsOnly, secondFactor: true },
  // Guardians of minors.
  'guardians:write': { roles: everyoneInTheTeam, secondFactor: true },
  'guardian-rules:write': { roles: adminsOnly, secondFactor: true, set: 'settings' },
  // Files about patients.
  'files:write': { roles: everyoneInTheTeam, secondFactor: true },
  // Health data, guarded by row-level security.
  'tasks:read': { roles: everyoneInTheTeam, secondFactor: true },
  'tasks:write': { roles: everyoneInTheTeam, secondFactor: true },
  // The shared inbox: health data, guarded by row-level security.
  'messages:read': { roles: everyoneInTheTeam, secondFactor: true },
  'messages:write': { roles: everyoneInTheTeam, secondFactor: true },
  'feedback:read': { roles: everyoneInTheTeam, secondFactor: true },
  'feedback:write': { roles: everyoneInTheTeam, secondFactor: true },
  // Content is about no patient; who has read it is health data, guarded by row-level security.
  'content:read': { roles: everyoneInTheTeam, secondFactor: false },
  // Patients act on this content.
  'content:write': { roles: everyoneInTheTeam, secondFactor: true },
  // Assigned lessons: health data, guarded by row-level security.
  'lessons:read': { roles: everyoneInTheTeam, secondFactor: true },
  'lessons:assign': { roles: everyoneInTheTeam, secondFactor: true },
  // Forms and their questions: about no patient.
  'forms:write': { roles: adminsOnly, secondFactor: false, set: 'settings' },
  // Requests to patients: health data.
  'forms:ask': { roles: everyoneInTheTeam, secondFactor: true },
  // Health data, guarded by row-level security.
  'care-plans:read': { roles: everyoneInTheTeam, secondFactor: true },
  'care-plans:write': { roles: everyoneInTheTeam, secondFactor: true },
  // Health data, guarded by row-level security.
  'appointments:read': { roles: everyoneInTheTeam, secondFactor: true },
  'appointments:write': { roles: everyoneInTheTeam, secondFactor: true },
  // Appointment types, hours and holidays: set up before the first patient.
  'scheduling:write': { roles: adminsOnly, secondFactor: false, set: 'settings' },
  'plans:read': { roles: everyoneInTheTeam, secondFactor: false },
  'plans:write': { roles: adminsOnly, secondFactor: false },
  'payouts:write': { roles: adminsOnly, secondFactor: true },
  'money:read': { roles: adminsOnly, secondFactor: true, set: 'money' },
  'payments:refund': { roles: adminsOnly, secondFactor: true, set: 'money' },
  'payments:collect': { roles: adminsOnly, secondFactor: true, set: 'money' },
  // A fee for a missed visit names the visit.
  'visit-fees:charge': { roles: adminsOnly, secondFactor: true, set: 'money', billing: false },
  // Names of accounts in exports.
  'books:write': { roles: adminsOnly, secondFactor: true, set: 'money' },
  // An answer needs files about the patient.
  'disputes:answer': { roles: adminsOnly, secondFactor: true, set: 'money', billing: false },
  'billing:write': { roles: adminsOnly, secondFactor: true, set: 'billing' },
  // On a patient's page, which the Billing role does not open.
  'subscriptions:add': { roles: adminsOnly, secondFactor: true, set: 'money', billing: false },
  'subscriptions:cancel': { roles: adminsOnly, secondFactor: true },
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof permissions

/** Whether a read-only member can do anything with the set. */
export function opensToReadOnly(set: PermissionSet): boolean {
  return Object.entries<Rule>(permissions).some(([name, rule]) => rule.set === set && name.includes(':read'))
}

export interface Holder {
  role: ClinicRole | null
  isReadOnly?: boolean
  isBillingOnly?: boolean
  permissionSets?: readonly PermissionSet[]
}

/** False without a role. The Billing role has the set money alone, whichever role its membership stores. */
export function can(
  { role, isReadOnly, isBillingOnly, permissionSets: sets = [] }: Holder,
  permission: Permission,
): boolean {
  const { roles, set, billing = set === 'money' }: Rule = permissions[permission]
  if (isBillingOnly) return billing
  if (!role) return false
  if (isReadOnly && !permission.includes(':read')) return false
  if (roles.includes(role)) return true
  return set !== undefined && role !== 'patient' && sets.includes(set)
}

/**
 * The permission to offer a role; a caller cannot offer a role above their own (docs/threats.md T4). Only admins offer
 * Billing, because it opens the money.
 */
export function invitePermission(role: ClinicRole, isBillingOnly = false): Permission {
  if (role === 'patient') return 'members:invite-patient'
  return role === 'admin' || isBillingOnly ? 'members:invite-admin' : 'members:invite-team'
}
