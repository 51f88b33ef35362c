import type { ReactNode } from 'react'

/**
 * The buttons of a long form, always visible. They do not move while errors appear and disappear above them, so that a
 * press that starts on a button also ends on it.
 */
export function SaveBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-[1] -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-4 py-4 sm:-mx-2 sm:px-2">
      {children}
    </div>
  )
}
