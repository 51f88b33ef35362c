import type { LucideIcon } from 'lucide-react'
import type { Permission } from '#domain/permissions.ts'

export interface Area {
  path: string
  label: string
  icon: LucideIcon
  /** shown only to roles with this permission; undefined: to all */
  permission?: Permission
  /** current on this path only, not on sub-paths */
  isExact?: boolean
}
