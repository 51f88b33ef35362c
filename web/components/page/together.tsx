import type { ReactNode } from 'react'

/** Parts that appear together, once none of them is `Waiting`: nothing may move during reading. */
export function Together({ pending, children }: { pending: ReactNode; children: ReactNode }) {
  return (
    <div className="group/together">
      <div className="hidden group-has-[[hidden][aria-busy=true]]/together:block">{pending}</div>
      <div className="space-y-3 group-has-[[hidden][aria-busy=true]]/together:hidden sm:space-y-4">
        {children}
      </div>
    </div>
  )
}
