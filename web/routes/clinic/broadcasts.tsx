import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BroadcastDraft, BroadcastPreview } from '#domain/broadcasts/broadcasts.ts'
import { paths } from '#domain/paths.ts'
import { broadcastTexts as texts } from '#domain/texts/broadcasts.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { UnsavedGuard } from '#web/components/form/unsaved-guard.tsx'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { BroadcastForm, emptyDraft } from '#web/features/broadcasts/broadcast-form.tsx'
import { BroadcastList } from '#web/features/broadcasts/broadcast-list.tsx'
import { BroadcastReview } from '#web/features/broadcasts/broadcast-review.tsx'
import { broadcastsQuery } from '#web/features/broadcasts/queries.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'

export default function BroadcastsPage() {
  const clinic = useClinic()
  const { data, isPending, refetch } = useQuery(broadcastsQuery(clinic.subdomain))
  const [draft, setDraft] = useState<BroadcastDraft>(emptyDraft)
  const [preview, setPreview] = useState<BroadcastPreview | null>(null)
  return (
    <UnsavedGuard>
      <BackLink to={withClinic(paths.messages)}>{texts.back}</BackLink>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead} />
      {isPending ? (
        <Loading>
          <Skeleton className="mt-6 h-96 rounded-card" />
        </Loading>
      ) : !data ? (
        <ErrorState title={texts.failed} onRetry={() => void refetch()} />
      ) : (
        <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
          <Card>
            {preview ? (
              <BroadcastReview
                slug={clinic.subdomain}
                draft={draft}
                preview={preview}
                onEdit={() => setPreview(null)}
                onSent={() => {
                  setPreview(null)
                  setDraft(emptyDraft)
                }}
              />
            ) : (
              <BroadcastForm
                choices={data}
                draft={draft}
                onPreview={(written, counted) => {
                  setDraft(written)
                  setPreview(counted)
                }}
              />
            )}
          </Card>
          <BroadcastList slug={clinic.subdomain} rows={data.broadcasts} />
        </div>
      )}
    </UnsavedGuard>
  )
}
