import type { ReactNode } from 'react'
import type { CarePlan } from '#domain/care-plans/care-plans.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'

export function TemplateCard({
  title,
  description,
  parts,
  children,
}: {
  title: string
  description: string
  parts: { [Part in keyof CarePlan]: readonly unknown[] }
  children: ReactNode
}) {
  const { steps, themes, visits } = parts
  return (
    <li className="card flex flex-col gap-4 p-5 sm:flex-row sm:items-center sm:justify-between">
      <div className="min-w-0">
        <h3 className="font-semibold break-words">{title}</h3>
        {description && <p className="break-words">{description}</p>}
        <p className="text-note text-muted">
          {carePlanTexts.templates.parts(steps.length, themes.length, visits.length)}
        </p>
      </div>
      <div className="flex flex-none flex-wrap gap-2">{children}</div>
    </li>
  )
}
