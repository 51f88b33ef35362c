import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { webhooksReferencePath } from '#domain/api/api-document.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { webhookTexts as texts } from '#domain/texts/webhooks.ts'
import type { WebhookSecret } from '#domain/webhooks/webhooks.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { type Webhook, webhooksQuery } from './queries.ts'
import { WebhookRow } from './webhook-row.tsx'

const WebhookForm = lazy(() => loadPart(() => import('./webhook-form.tsx')))
const SecretDialog = lazy(() => loadPart(() => import('./secret-dialog.tsx')))

/** The clinic's endpoints, with their logs, for admins. */
export function WebhooksCard() {
  const may = useCan()
  const slug = useClinic().subdomain
  const isAllowed = may('webhooks:write')
  const webhooks = useQuery({ ...webhooksQuery(slug), enabled: isAllowed })
  const [edited, edit] = useState<Webhook | 'new' | null>(null)
  const [made, show] = useState<(WebhookSecret & { isNew: boolean }) | null>(null)
  if (!isAllowed) return null
  return (
    <SectionCard
      id={settingsCardIds.webhooks}
      title={texts.title}
      actions={
        webhooks.data && (
          <Button variant="outline" onClick={() => edit('new')}>
            {texts.add}
          </Button>
        )
      }
    >
      <p className="-mt-2 mb-4 text-form text-muted">
        {texts.lead}{' '}
        <a className="link" href={webhooksReferencePath}>
          {texts.guide}
        </a>
      </p>
      {webhooks.isPending ? (
        <Loading>
          <Skeleton className="h-24 w-full" />
        </Loading>
      ) : webhooks.data === undefined ? (
        <ErrorState title={texts.loadFailed} onRetry={() => void webhooks.refetch()} />
      ) : webhooks.data.length === 0 ? (
        <p className="text-form text-muted">{texts.none}</p>
      ) : (
        <ul aria-label={texts.list} className="divide-y divide-line border-t border-line">
          {webhooks.data.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              slug={slug}
              webhook={webhook}
              onEdit={() => edit(webhook)}
              onSecret={(secret) => show({ ...secret, isNew: false })}
            />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {edited && (
          <WebhookForm
            slug={slug}
            webhook={edited === 'new' ? null : edited}
            onClose={() => edit(null)}
            onAdded={(secret) => show({ ...secret, isNew: true })}
          />
        )}
        {made && <SecretDialog secret={made.secret} isNew={made.isNew} onClose={() => show(null)} />}
      </Suspense>
    </SectionCard>
  )
}
