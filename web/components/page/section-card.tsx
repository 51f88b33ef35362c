import { type ReactNode, type Ref, useId } from 'react'
import { Card, CardTitle } from '#web/components/ui/card.tsx'

/** Without `children` the section is one line: its title, note and actions. */
export function SectionCard({
  id: elementId,
  title,
  note,
  actions,
  titleRef,
  isTight = false,
  children,
}: {
  /** for links to it */
  id?: string
  title: string
  note?: ReactNode
  actions?: ReactNode
  titleRef?: Ref<HTMLHeadingElement>
  /** less space below the title, on phones: for content that begins with a folded line */
  isTight?: boolean
  children?: ReactNode
}) {
  const id = useId()
  return (
    <section id={elementId} aria-labelledby={id}>
      <Card {...(!children && { className: 'py-4' })}>
        <div className="flex items-center justify-between gap-x-4 gap-y-2 max-sm:flex-wrap">
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
            <CardTitle id={id} {...(titleRef && { ref: titleRef, tabIndex: -1 })}>
              {title}
            </CardTitle>
            {note && <p className="text-form break-words text-muted">{note}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2 sm:flex-none">{actions}</div>}
        </div>
        {children && <div className={isTight ? 'mt-1 sm:mt-4' : 'mt-4'}>{children}</div>}
      </Card>
    </section>
  )
}
