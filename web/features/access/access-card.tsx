import type { ReactNode } from 'react'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { useClinicFace } from '#web/lib/clinic/current-clinic.ts'
import { config } from '#web/lib/page/config.ts'

export function AccessCard({
  title,
  lead,
  children,
  footer,
}: {
  title: string
  lead?: ReactNode
  children?: ReactNode
  footer?: ReactNode
}) {
  const clinic = useClinicFace()
  return (
    <Card fold padded={false} className="w-full max-w-110">
      <div className="px-5 pt-7 pb-6 sm:px-8 sm:pt-8 sm:pb-7">
        <PageHeading
          title={title}
          site={clinic?.name ?? config.productName}
          lead={lead}
          className="pr-7 [&_h1]:text-h2"
        />
        {children && <div className="mt-6">{children}</div>}
      </div>
      {footer && (
        <div className="space-y-1.5 border-t border-line px-5 py-5 text-form text-muted sm:px-8">
          {footer}
        </div>
      )}
    </Card>
  )
}
