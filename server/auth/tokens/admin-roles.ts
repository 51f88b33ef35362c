const adminRoles = ['service_role', 'supabase_admin']

/** Whether the `role` of a token or a user is an administrator's: the server itself, never a clinic's admin. */
export function isAdminRole(role: string | undefined): boolean {
  return role !== undefined && adminRoles.includes(role)
}
