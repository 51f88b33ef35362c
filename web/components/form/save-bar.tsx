import type { ReactNode } from 'react'
import { cn } from '../ui/class-names.ts'

/**
 * The buttons of a long form, always visible. They do not move when errors appear above, so that a press ends on the
 * button it began on.
 */
export function SaveBar({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={cn(
        'save-bar sticky bottom-0 z-[1] flex flex-wrap items-center gap-3 border-t border-line bg-paper py-4 max-sm:-mx-4 max-sm:gap-2 max-sm:px-4',
        className,
      )}
    >
      {children}
    </div>
  )
}
