const adminRoles = ['service_role', 'supabase_admin']

/** The server itself, never a clinic's admin. */
export function isAdminRole(role: string | undefined): boolean {
  return role !== undefined && adminRoles.includes(role)
}
