import { NavLink } from 'react-router'
import { cn } from '#web/components/ui/class-names.ts'
import { UnreadCount } from '#web/components/unread-count.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Area } from './area.ts'

/** A sidebar link: icon, text and unread count; in compact mode the text is only visually hidden. */
export function AreaLink({
  area,
  unread,
  onFollow,
}: {
  area: Area
  unread?: { count: number; words: string }
  onFollow?: () => void
}) {
  const Icon = area.icon
  return (
    <NavLink
      to={withClinic(area.path)}
      end={area.isExact}
      onClick={onFollow}
      title={area.label}
      className={({ isActive }) =>
        cn(
          'group relative flex min-h-11 items-center gap-3 rounded-control px-3 text-form font-semibold transition-colors',
          isActive ? 'bg-tint text-primary' : 'text-muted hover:bg-sunken hover:text-ink',
        )
      }
    >
      <Icon aria-hidden className="size-5 flex-none" />
      <span className="rail-word">{area.label}</span>
      {unread && <UnreadCount {...unread} className="rail-count ml-auto" />}
    </NavLink>
  )
}
