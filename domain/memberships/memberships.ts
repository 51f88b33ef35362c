/**
 * Role, landing area and primary clinic from memberships (docs/specification.md A2, A3, A4). For display only: the
 * server decides from its tables.
 * Holds no schemas, because every page loads this file; see inputs.ts.
 */
import type { ClinicRole, PermissionSet } from '../permissions.ts'

export type MembershipStatus = 'active' | 'pending' | 'invited'

export interface MembershipClinic {
  id: string
  name: string
  subdomain: string | null
}

/** A row of `clinic_memberships` from the data API, with its clinic. Instants are ISO strings. */
export interface ClinicMembership {
  id: string
  /** Null for a pending invitation. */
  user_id: string | null
  clinic_id: string
  role: ClinicRole
  status: MembershipStatus
  is_owner: boolean
  is_read_only: boolean
  is_billing_only: boolean
  permission_sets: PermissionSet[]
  created_at: string
  updated_at: string
  clinic: MembershipClinic | null
}

/** The caller's own membership. */
export interface OwnMembership {
  id: string
  clinic_id: string
  user_id: string
  role: string
  status: string
}

/** `app_metadata.tenant_access`: clinic id to admin or member. */
export type TenantAccess = Readonly<Record<string, string>>

const teamRoles: readonly ClinicRole[] = ['admin', 'staff', 'member']

/** `staff` and `member` are equivalent; with admins they are the team (docs/domain-rules.md choice 5). */
export function isTeamRole(role: ClinicRole | null): boolean {
  return role !== null && teamRoles.includes(role)
}

/** Oldest first. */
export function activeMemberships(memberships: readonly ClinicMembership[]): ClinicMembership[] {
  return memberships
    .filter((membership) => membership.status === 'active')
    .sort((a, b) => a.created_at.localeCompare(b.created_at, 'en-US'))
}

export function activeMembershipIn(
  memberships: readonly ClinicMembership[],
  subdomain: string | null,
): ClinicMembership | null {
  if (!subdomain) return null
  return activeMemberships(memberships).find(({ clinic }) => clinic?.subdomain === subdomain) ?? null
}

/**
 * In a clinic: the claim (admin or member), else the active membership's role, else patient. Without a clinic: the
 * highest active role; null without one.
 */
export function roleOnScreen(
  memberships: readonly ClinicMembership[],
  subdomain: string | null,
  claims: TenantAccess = {},
): ClinicRole | null {
  if (subdomain) {
    const membership = memberships.find(({ clinic }) => clinic?.subdomain === subdomain)
    const claim = membership ? claims[membership.clinic_id] : undefined
    if (claim === 'admin' || claim === 'member') return claim
    return activeMembershipIn(memberships, subdomain)?.role ?? 'patient'
  }
  const roles = activeMemberships(memberships).map(({ role }) => role)
  if (roles.length === 0) return null
  return roles.find((role) => role === 'admin') ?? roles.find((role) => isTeamRole(role)) ?? 'patient'
}

/** For example a member of one clinic's team who is a patient of another. */
export function hasSeveralRoles(memberships: readonly ClinicMembership[]): boolean {
  return new Set(activeMemberships(memberships).map(({ role }) => role)).size > 1
}

/** Of active admin memberships, oldest first. */
export function adminClinics(memberships: readonly ClinicMembership[]): MembershipClinic[] {
  return activeMemberships(memberships).flatMap(({ role, clinic }) =>
    role === 'admin' && clinic ? [clinic] : [],
  )
}

export function primaryAdminClinic(memberships: readonly ClinicMembership[]): MembershipClinic | null {
  return adminClinics(memberships)[0] ?? null
}

/** `subdomain` null: the current host. */
export interface Landing {
  area: 'clinic' | 'home'
  subdomain: string | null
}

/**
 * Landing after sign-in (docs/specification.md A2), on the clinic's host: the team in the clinic area, others at
 * home. Of several clinics: the page's, else the primary admin's, else the oldest.
 */
export function landingAfterSignIn(
  memberships: readonly ClinicMembership[],
  currentSubdomain: string | null,
): Landing {
  const withClinic = activeMemberships(memberships).filter(({ clinic }) => clinic !== null)
  const membership =
    withClinic.find(({ clinic }) => currentSubdomain !== null && clinic?.subdomain === currentSubdomain) ??
    withClinic.find(({ role }) => role === 'admin') ??
    withClinic[0]
  if (!membership) return { area: 'home', subdomain: null }
  return {
    area: isTeamRole(membership.role) ? 'clinic' : 'home',
    subdomain: membership.clinic?.subdomain ?? null,
  }
}

/** A row of `get_users_by_ids` and `get-user-profiles` (docs/specification.md B7). */
export interface UserProfile {
  id: string
  email: string | null
  raw_user_meta_data: {
    first_name: string | null
    last_name: string | null
    name: string | null
    full_name: string | null
    avatar_url: string | null
  }
}
