import { type ReactNode, useId, useState } from 'react'
import { cn } from '#web/components/ui/class-names.ts'

/** Titles next to the content of the chosen one. @param chosen if another control also chooses */
export function Choices({
  label,
  titles,
  chosen,
  onChoose,
  children,
}: {
  label: string
  titles: readonly string[]
  chosen?: number
  onChoose?: (index: number) => void
  children: (open: number) => ReactNode
}) {
  const [own, setOwn] = useState(0)
  const open = chosen ?? own
  const panel = useId()
  return (
    <div className="grid gap-8 scriptless:block lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <ul aria-label={label} className="space-y-2 scriptless:hidden">
        {titles.map((title, index) => (
          <li key={title}>
            <button
              type="button"
              aria-pressed={index === open}
              aria-controls={panel}
              className={cn(
                'min-h-14 w-full rounded-control border px-5 py-3 text-left text-lead font-semibold transition-colors',
                index === open
                  ? 'border-primary bg-tint text-ink'
                  : 'border-transparent text-muted hover:bg-sunken hover:text-ink',
              )}
              onClick={() => (onChoose ?? setOwn)(index)}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
      <div id={panel} className="min-w-0">
        {children(open)}
      </div>
    </div>
  )
}
