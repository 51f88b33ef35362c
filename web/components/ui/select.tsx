import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <span className="relative block">
      <select className={cn('control', className)} {...props}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4.5 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
