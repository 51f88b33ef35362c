import type { ReactNode } from 'react'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { config } from '#web/lib/page/config.ts'

export function TextPage({
  title,
  lead,
  parts = [],
  children,
}: {
  title: string
  lead: string
  parts?: readonly { title: string; text: string }[]
  children?: ReactNode
}) {
  return (
    <div className="mx-auto max-w-200 px-4 pt-12 pb-20 sm:px-6 lg:pt-16">
      <PageHeading title={title} site={config.productName} />
      <p className="mt-4 max-w-[60ch] text-lead text-muted">{lead}</p>
      {parts.map((part) => (
        <section key={part.title} className="mt-10">
          <h2 className="font-display text-h3 font-medium">{part.title}</h2>
          <p className="mt-2 max-w-[68ch]">{part.text}</p>
        </section>
      ))}
      {children}
    </div>
  )
}
