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
  isCompact = false,
  children,
}: {
  title: string
  site: string
  lead?: ReactNode
  actions?: ReactNode
  className?: string
  /** for a head that stays in view: smaller, with the lead across the whole width */
  isCompact?: boolean
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
    <header
      className={cn(
        'flex justify-between gap-y-4',
        isCompact ? 'items-center gap-x-4' : 'flex-wrap items-end gap-x-6',
        className,
      )}
    >
      <title>{`${title} · ${site}`}</title>
      <div className="min-w-0">
        <h1
          ref={heading}
          tabIndex={-1}
          className={cn('font-display font-medium', isCompact ? 'text-h3 sm:text-h2' : 'text-h2 sm:text-h1')}
        >
          {children ?? <HeadingText>{title}</HeadingText>}
        </h1>
        {lead && <div className={isCompact ? 'mt-1' : 'mt-2 max-w-[68ch] text-muted'}>{lead}</div>}
      </div>
      {actions && <div className={cn('flex gap-3', isCompact ? 'flex-none' : 'flex-wrap')}>{actions}</div>}
    </header>
  )
}
