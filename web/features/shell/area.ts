import type { LucideIcon } from 'lucide-react'
import type { Permission } from '#domain/permissions.ts'

/** An area of a shell: a link in its navigation. */
export interface Area {
  path: string
  label: string
  icon: LucideIcon
  /** shown only to roles with this permission; without it, to everybody in the shell */
  permission?: Permission
  /** current on this path only, not on sub-paths */
  isExact?: boolean
}
