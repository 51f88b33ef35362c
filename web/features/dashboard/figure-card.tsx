import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Card } from '#web/components/ui/card.tsx'
import { withClinic } from '#web/lib/clinic-address.ts'

/** One figure of the dashboard, with a note and a link to its details. */
export function FigureCard({
  label,
  figure,
  children,
  link,
}: {
  label: string
  figure: string
  children?: ReactNode
  link: { path: string; text: string }
}) {
  return (
    <Card className="flex flex-col">
      <h2 className="text-form font-semibold text-muted">{label}</h2>
      <p className="mt-2 font-display text-h1 font-medium tabular-nums">{figure}</p>
      <div className="mt-1 text-form text-muted">{children}</div>
      <p className="mt-auto pt-4">
        <Link to={withClinic(link.path)} className="link text-form">
          {link.text}
        </Link>
      </p>
    </Card>
  )
}
