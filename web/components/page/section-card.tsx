import { type ReactNode, type Ref, useId } from 'react'
import { Card, CardTitle } from '#web/components/ui/card.tsx'

export function SectionCard({
  id: elementId,
  title,
  actions,
  titleRef,
  children,
}: {
  /** for links to it */
  id?: string
  title: string
  actions?: ReactNode
  titleRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}) {
  const id = useId()
  return (
    <section id={elementId} aria-labelledby={id}>
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <CardTitle id={id} {...(titleRef && { ref: titleRef, tabIndex: -1 })}>
            {title}
          </CardTitle>
          {actions}
        </div>
        <div className="mt-4">{children}</div>
      </Card>
    </section>
  )
}
