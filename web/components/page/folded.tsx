import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** Content folded to its name, which a press opens. */
export function Folded({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <details className="group/fold -mb-2">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-control font-semibold [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden
          className="size-5 flex-none -rotate-90 text-primary transition-transform group-open/fold:rotate-0 motion-reduce:transition-none"
        />
        <span className="min-w-0 break-words">{name}</span>
      </summary>
      <div className="py-2">{children}</div>
    </details>
  )
}
