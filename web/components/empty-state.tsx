import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from './ui/card.tsx'
import { HeadingText } from './ui/heading-text.tsx'

export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <Card fold className="flex flex-col items-center px-6 py-12 text-center">
      <span className="grid size-12 place-items-center rounded-full bg-tint text-primary">
        <Icon aria-hidden className="size-6" />
      </span>
      <h2 className="mt-4 font-display text-h3 font-medium">
        <HeadingText>{title}</HeadingText>
      </h2>
      {children && <div className="mt-1 max-w-[48ch] text-muted">{children}</div>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </Card>
  )
}
