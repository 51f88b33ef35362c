import type { LucideIcon } from 'lucide-react'
import type { Permission } from '#domain/permissions.ts'

/** An area of a shell: a link in its navigation. */
export interface Area {
  path: string
  label: string
  icon: LucideIcon
  /** only shown to roles that may do this; to everybody in the shell without it */
  permission?: Permission
  /** the link is current on this path only, not on the ones below it */
  isExact?: boolean
}
