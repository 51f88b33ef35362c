import { type ReactNode, type Ref, useId } from 'react'
import { Card, CardTitle } from '#web/components/ui/card.tsx'

export function SectionCard({
  title,
  actions,
  titleRef,
  children,
}: {
  title: string
  actions?: ReactNode
  titleRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
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
