import type { ReactNode } from 'react'
import type { Permission } from '#domain/permissions.ts'
import { useCan } from '../lib/clinic/use-can.ts'
import { ToUnauthorized } from './guards.tsx'

/**
 * Requires a permission in the current clinic: admins hold it by their role, staff by a set that the owner granted; other
 * users read "Access Denied" (docs/specification.md A2). Inside `RequireTeam`, which knows the session.
 */
export function RequirePermission({ permission, children }: { permission: Permission; children: ReactNode }) {
  return useCan()(permission) ? children : <ToUnauthorized />
}
