import { type ReactNode, useId } from 'react'
import { Card, CardTitle } from '#web/components/ui/card.tsx'

/** A card with a list of rows (`LinkRow`); absent while no row is drawn. */
export function ListCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="hidden has-[li]:block">
      <Card>
        <CardTitle id={id}>{title}</CardTitle>
        <ul className="mt-1 -mb-2 divide-y divide-line">{children}</ul>
      </Card>
    </section>
  )
}
