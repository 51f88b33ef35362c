import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** An item of a list that leads to a page: icon, name, and one line of details. */
export function LinkRow({
  to,
  icon: Icon,
  note,
  children,
}: {
  to: string
  icon: LucideIcon
  note?: ReactNode
  children: ReactNode
}) {
  return (
    <li>
      <Link
        to={to}
        className="group/row flex min-h-14 items-center gap-3.5 rounded-control py-2 -outline-offset-2"
      >
        <Icon aria-hidden className="size-5 flex-none text-primary" />
        <span className="min-w-0 flex-1 break-words">
          <span className="block font-semibold group-hover/row:underline">{children}</span>
          {note && <span className="block text-note text-muted">{note}</span>}
        </span>
        <ChevronRight aria-hidden className="size-5 flex-none text-muted" />
      </Link>
    </li>
  )
}
