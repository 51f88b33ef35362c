import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** The list of settings on the money page, made by several features. */
export const moneySetUp = 'money-set-up'

/**
 * A setting in a list: its name and state, opened one at a time (rows of one `list`). A link to its id opens it.
 * @param isUrgent opens it at first
 */
export function SetUpRow({
  id,
  list,
  title,
  state,
  isUrgent = false,
  children,
}: {
  id: string
  list: string
  title: string
  state: ReactNode
  isUrgent?: boolean
  children: ReactNode
}) {
  const { hash, key } = useLocation()
  const isLinked = hash === `#${id}`
  const [isOpen, setOpen] = useState(isUrgent || isLinked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit of the link opens it again
  useEffect(() => {
    if (isLinked) setOpen(true)
  }, [isLinked, key])
  return (
    <details
      id={id}
      name={list}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group scroll-mt-24 border-line not-first:border-t"
    >
      <summary className="flex min-h-16 cursor-pointer list-none items-center gap-4 px-5 py-3 hover:bg-sunken sm:px-6">
        <h2 className="flex-none font-display text-lead font-medium sm:w-56">{title}</h2>
        <span className="min-w-0 flex-1 text-form break-words text-muted max-sm:text-right">{state}</span>
        <ChevronDown aria-hidden className="size-5 flex-none text-muted group-open:rotate-180" />
      </summary>
      <div className="max-w-[44rem] px-5 pt-1 pb-6 sm:px-6">{children}</div>
    </details>
  )
}
