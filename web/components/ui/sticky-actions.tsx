import type { ReactNode } from 'react'

/** A dialog's buttons that stay in view while it scrolls; on phones side by side. @param note a line above them */
export function StickyActions({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className="sticky -bottom-6 z-1 -mx-6 mt-6 -mb-6 space-y-3 rounded-b-card border-t border-line bg-surface px-6 py-4">
      {note}
      <div className="flex justify-end gap-3 max-sm:*:flex-1 max-sm:*:px-3">{children}</div>
    </div>
  )
}
