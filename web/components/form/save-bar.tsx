import type { ReactNode } from 'react'

/**
 * The buttons of a long form: the last thing in it and as wide as it, always visible. They do not move while errors appear and disappear above them, so that a
 * press that starts on a button also ends on it.
 */
export function SaveBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-[1] flex flex-wrap items-center gap-3 border-t border-line bg-paper py-4 max-sm:-mx-4 max-sm:px-4">
      {children}
    </div>
  )
}
