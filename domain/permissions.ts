/**
 * Roles, and which business actions each may take.
 *
 * Actions refuse by `can`, and the web hides controls by it. Which rows and columns somebody sees, Postgres decides.
 * Words: `staff` and `member` are both clinic team (docs/domain-rules.md choice 5); the owner is a mark on an admin;
 * read-only is a mark on a team membership and refuses every action that changes something.
 */
export type ClinicRole = 'admin' | 'staff' | 'member' | 'patient'

const everyoneInTheTeam: readonly ClinicRole[] = ['admin', 'staff', 'member']
const adminsOnly: readonly ClinicRole[] = ['admin']

/** Action → roles that may take it. `:read` actions are open to read-only team members. */
export const permissions = {
  'clinic:read': everyoneInTheTeam,
  'clinic:update': adminsOnly,
  'members:read': everyoneInTheTeam,
  'members:invite-patient': everyoneInTheTeam,
  'members:invite-team': adminsOnly,
  'members:update': adminsOnly,
  'plans:read': everyoneInTheTeam,
  'plans:write': adminsOnly,
  'payouts:write': adminsOnly,
  'money:read': adminsOnly,
  'billing:write': adminsOnly,
  'subscriptions:cancel': adminsOnly,
} as const satisfies Record<string, readonly ClinicRole[]>

export type Permission = keyof typeof permissions

/** Whether somebody with this role may take the action. Without a role: none. */
export function can(who: { role: ClinicRole | null; isReadOnly?: boolean }, permission: Permission): boolean {
  if (!who.role) return false
  if (who.isReadOnly && !permission.includes(':read')) return false
  return (permissions[permission] as readonly ClinicRole[]).includes(who.role)
}

/** Whether `inviter` may offer `role`: a role is never above the inviter's (docs/threats.md T4). */
export function canInvite(
  inviter: { role: ClinicRole | null; isReadOnly?: boolean },
  role: ClinicRole,
): boolean {
  return can(inviter, role === 'patient' ? 'members:invite-patient' : 'members:invite-team')
}
