import { ArrowRight, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import type { Need, NeedTarget } from '#domain/dashboard/needs-you.ts'
import { dashboardTexts } from '#domain/texts/dashboard.ts'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { ResendButton } from './resend-button.tsx'

const texts = dashboardTexts.needsYou

/** Open issues, each with a link. @param pathOf path of a target */
export function NeedsYouCard({
  needs,
  pathOf,
}: {
  needs: readonly Need[]
  pathOf(target: NeedTarget): string
}) {
  const id = useId()
  return (
    <Card role="region" aria-labelledby={id}>
      <CardTitle id={id}>{texts.title}</CardTitle>
      {needs.length === 0 ? (
        <p className="mt-3 flex items-center gap-2.5 text-muted">
          <CircleCheck aria-hidden className="size-5 flex-none text-success" />
          {texts.nothing}
        </p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {needs.map((need) => (
            <li key={need.text} className="flex flex-wrap items-start gap-x-3 gap-y-1 py-3 last:pb-0">
              {need.tone === 'danger' ? (
                <CircleAlert aria-hidden className="mt-0.5 size-5 flex-none text-danger" />
              ) : (
                <TriangleAlert aria-hidden className="mt-0.5 size-5 flex-none text-warning" />
              )}
              <span className="min-w-0 flex-1 basis-60 break-words">{need.text}</span>
              {need.resend ? (
                <ResendButton {...need.resend} />
              ) : (
                <Link
                  to={withClinic(pathOf(need.target))}
                  className="link inline-flex items-center gap-1 text-form"
                >
                  {texts.actions[need.target.page]}
                  <ArrowRight aria-hidden className="size-4" />
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
