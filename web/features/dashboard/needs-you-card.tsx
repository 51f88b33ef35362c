import { ArrowRight, CircleAlert, CircleCheck, CircleDot, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { type Need, type NeedTarget, needsInOrder } from '#domain/dashboard/needs-you.ts'
import { dashboardTexts } from '#domain/texts/dashboard.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { ResendButton } from './resend-button.tsx'

const texts = dashboardTexts.needsYou

/**
 * Open issues, each with a link.
 * @param canFixPayments whether the reader may retry cards
 * @param pathOf path of a target
 * @param isPending while further needs are read
 * @param onRetry reads the needs again that could not be loaded; null if all were
 */
export function NeedsYouCard({
  needs,
  canFixPayments,
  pathOf,
  isPending,
  onRetry,
}: {
  needs: readonly Need[]
  canFixPayments: boolean
  pathOf(target: NeedTarget): string
  isPending: boolean
  onRetry: (() => void) | null
}) {
  const id = useId()
  return (
    <Card role="region" aria-labelledby={id}>
      <CardTitle id={id}>{texts.title}</CardTitle>
      {needs.length > 0 && (
        <ul className="mt-2 divide-y divide-line">
          {needsInOrder(needs).map((need) => (
            <li
              key={need.text}
              className="flex flex-wrap items-start gap-x-3 gap-y-1 py-2.5 text-form last:pb-0"
            >
              <ToneIcon tone={need.tone} />
              <span className="min-w-0 flex-1 basis-40 break-words">{need.text}</span>
              {need.resend ? (
                <ResendButton {...need.resend} />
              ) : (
                <Link
                  to={withClinic(pathOf(need.target))}
                  className="link inline-flex items-center gap-1 whitespace-nowrap max-sm:ml-8"
                >
                  {canFixPayments && need.target.page === 'failed-payments'
                    ? texts.fixPayment
                    : texts.actions[need.target.page]}
                  <ArrowRight aria-hidden className="size-4" />
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {isPending ? (
        <Skeleton className="mt-3 h-6" />
      ) : onRetry ? (
        <p className="mt-3 flex flex-wrap items-baseline gap-x-3 text-form text-muted">
          {texts.failed}
          <Button variant="link" onClick={onRetry}>
            {shellTexts.retry}
          </Button>
        </p>
      ) : (
        needs.length === 0 && (
          <p className="mt-3 flex items-center gap-2.5 text-muted">
            <CircleCheck aria-hidden className="size-5 flex-none text-success" />
            {texts.nothing}
          </p>
        )
      )}
    </Card>
  )
}

function ToneIcon({ tone }: { tone: Need['tone'] }) {
  if (tone === 'danger') return <CircleAlert aria-hidden className="mt-0.5 size-5 flex-none text-danger" />
  if (tone === 'warning')
    return <TriangleAlert aria-hidden className="mt-0.5 size-5 flex-none text-warning" />
  return <CircleDot aria-hidden className="mt-0.5 size-5 flex-none text-primary" />
}
