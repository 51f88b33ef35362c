import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

const icons = { danger: CircleAlert, warning: TriangleAlert, success: CircleCheck, info: Info }

/** An inline message. Failures are announced at once (`alert`), others politely (`status`). */
export function Notice({
  tone,
  title,
  children,
  className,
}: {
  tone: keyof typeof icons
  title?: string
  children?: ReactNode
  className?: string
}) {
  const Icon = icons[tone]
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={cn('notice', `notice-${tone}`, className)}>
      <Icon aria-hidden />
      <div className="min-w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  )
}
