import type { ReactNode } from 'react'

/**
 * The buttons of a long form, always visible. They do not move when errors appear above, so that a press ends on the
 * button it began on.
 */
export function SaveBar({ children }: { children: ReactNode }) {
  return (
    <div className="save-bar sticky bottom-0 z-[1] flex flex-wrap items-center gap-3 border-t border-line bg-paper py-4 max-sm:-mx-4 max-sm:px-4">
      {children}
    </div>
  )
}
