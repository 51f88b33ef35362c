import { useInfiniteQuery } from '@tanstack/react-query'
import { webhookTexts } from '#domain/texts/webhooks.ts'
import { deliveryDays } from '#domain/webhooks/webhooks.ts'
import { TimeText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { MoreButton } from '#web/components/more-button.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { type Delivery, deliveriesQuery, useWebhookActions, type Webhook } from './queries.ts'

const texts = webhookTexts.log
const tones = { waiting: 'info', delivered: 'success', failed: 'danger' } as const

/** The deliveries of an endpoint, newest first. */
export default function DeliveryLog({ slug, webhook }: { slug: string; webhook: Webhook }) {
  const log = useInfiniteQuery(deliveriesQuery(slug, webhook.id))
  const { resend } = useWebhookActions(slug, webhook.id)
  const rows = log.data?.pages.flat()
  if (log.isPending)
    return (
      <Loading>
        <Skeleton className="mt-4 h-24" />
      </Loading>
    )
  if (!rows)
    return (
      <div className="mt-4">
        <ErrorState title={texts.failed} onRetry={() => void log.refetch()} />
      </div>
    )
  return (
    <div className="mt-4 rounded-control bg-sunken px-4 py-2">
      {rows.length === 0 ? (
        <p className="py-2 text-form text-muted">{texts.none}</p>
      ) : (
        <ul aria-label={texts.label} className="divide-y divide-line">
          {rows.map((delivery) => (
            <li key={delivery.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 text-form">
              <div className="min-w-0 flex-1 basis-52">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <code className="font-semibold">{delivery.kind}</code>
                  <Badge tone={tones[delivery.status]}>{texts.statuses[delivery.status]}</Badge>
                </p>
                <Result delivery={delivery} />
              </div>
              {webhook.isEnabled && (
                <Button
                  variant="quiet"
                  size="small"
                  className="max-sm:-ml-3"
                  aria-label={texts.resendOf(delivery.kind)}
                  aria-disabled={resend.isPending || undefined}
                  onClick={() => resend.isPending || resend.mutate(delivery.id)}
                >
                  {texts.resend}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 py-2">
        <p className="text-note text-muted">{texts.deletedAfter(deliveryDays)}</p>
        <MoreButton list={log} size="small">
          {texts.more}
        </MoreButton>
      </div>
    </div>
  )
}

function Result({ delivery }: { delivery: Delivery }) {
  const { status, attempts, responseCode, failure, durationMs, attemptedAt, nextAttemptAt, occurredAt } =
    delivery
  const facts = [
    failure && texts.failures[failure],
    responseCode !== null && texts.code(responseCode),
    durationMs !== null && texts.duration(durationMs),
    attempts > 0 && texts.attempts(attempts),
  ].filter(Boolean)
  return (
    <p className="text-muted">
      <TimeText value={attemptedAt ?? occurredAt} />
      {facts.length > 0 && ` · ${facts.join(' · ')}`}
      {status === 'waiting' && attempts > 0 && nextAttemptAt && (
        <>
          {' · '}
          {texts.next} <TimeText value={nextAttemptAt} />
        </>
      )}
    </p>
  )
}
