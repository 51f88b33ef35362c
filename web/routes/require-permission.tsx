import type { ReactNode } from 'react'
import type { Permission } from '#domain/permissions.ts'
import { useCan } from '../lib/clinic/use-can.ts'
import { ToUnauthorized } from './guards.tsx'

/**
 * Requires a permission in the current clinic, from the admin role or a set granted by the owner; others see "Access
 * Denied" (docs/specification.md A2). Use inside `RequireTeam`, which provides the session.
 */
export function RequirePermission({ permission, children }: { permission: Permission; children: ReactNode }) {
  return useCan()(permission) ? children : <ToUnauthorized />
}
