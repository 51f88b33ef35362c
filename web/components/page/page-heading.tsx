import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { cn } from '../ui/class-names.ts'
import { HeadingText } from '../ui/heading-text.tsx'

/**
 * The page's h1. Takes focus after a route change, for keyboards and screen readers, and sets the document's title.
 *
 * @param title the document's title, if `children` is not plain text
 * @param site suffix of the document's title: the clinic or the product
 */
export function PageHeading({
  title,
  site,
  lead,
  actions,
  className,
  children,
}: {
  title: string
  site: string
  lead?: ReactNode
  actions?: ReactNode
  className?: string
  children?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  // the value at mount: a changed query (a tab, a filter) must not move focus
  const [isFirstPage] = useState(key === 'default')

  // before other effects, so that a form can still take the focus
  useLayoutEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
  }, [isFirstPage])

  return (
    <header className={cn('flex flex-wrap items-end justify-between gap-x-6 gap-y-4', className)}>
      <title>{`${title} · ${site}`}</title>
      <div className="min-w-0">
        <h1 ref={heading} tabIndex={-1} className="font-display text-h2 font-medium sm:text-h1">
          {children ?? <HeadingText>{title}</HeadingText>}
        </h1>
        {lead && <div className="mt-2 max-w-[68ch] text-muted">{lead}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </header>
  )
}
