import type { ReactNode } from 'react'

/**
 * The buttons of a long form, always in sight. They stay where they are while complaints come and go above them, so that
 * a press that begins on a button also ends on it.
 */
export function SaveBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-[1] -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-4 py-4 sm:-mx-2 sm:px-2">
      {children}
    </div>
  )
}
