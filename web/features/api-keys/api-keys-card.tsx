import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { apiReferencePath } from '#domain/api/api-document.ts'
import type { CreatedApiKey } from '#domain/api-keys/api-keys.ts'
import { fhirPath } from '#domain/fhir/paths.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { apiKeyTexts as texts } from '#domain/texts/api-keys.ts'
import { CopyButton } from '#web/components/copy-button.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Waiting } from '#web/components/ui/skeleton.tsx'
import { clinicUrl } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { KeyRow } from './key-row.tsx'
import { apiKeysQuery } from './queries.ts'

const CreateKey = lazy(() => loadPart(() => import('./create-key.tsx')))
const CreatedKey = lazy(() => loadPart(() => import('./created-key.tsx')))

/** The programs that read the clinic's data as FHIR resources: for admins. */
export function ApiKeysCard({ clinic }: { clinic: Clinic }) {
  const may = useCan()
  return may('api-keys:write') ? <Keys clinic={clinic} /> : null
}

function Keys({ clinic }: { clinic: Clinic }) {
  const keys = useQuery(apiKeysQuery(clinic.subdomain))
  const queryClient = useQueryClient()
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<CreatedApiKey>()
  const endpoint = clinicUrl(clinic.subdomain, fhirPath)
  const refresh = () => queryClient.invalidateQueries({ queryKey: apiKeysQuery(clinic.subdomain).queryKey })
  return (
    <SectionCard
      id={settingsCardIds.apiKeys}
      title={texts.title}
      actions={
        <Button variant="outline" onClick={() => setCreating(true)}>
          {texts.create}
        </Button>
      }
    >
      <p className="-mt-2 mb-4 text-form text-muted">
        {texts.lead}{' '}
        <a className="link" href={`${apiReferencePath}#fhir`}>
          {texts.docs}
        </a>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="text-note text-muted">{texts.endpoint}</p>
          <code className="text-form [overflow-wrap:anywhere]">{endpoint}</code>
        </div>
        <CopyButton value={endpoint}>{texts.copyEndpoint}</CopyButton>
      </div>
      <div className="mt-5">
        {keys.isPending && <Waiting />}
        {keys.isError && !keys.data && (
          <ErrorState title={texts.loadFailed} onRetry={() => void keys.refetch()} />
        )}
        {keys.data?.length === 0 && <p className="text-form text-muted">{texts.empty}</p>}
        {keys.data && keys.data.length > 0 && (
          <ul aria-label={texts.title} className="divide-y divide-line border-y border-line">
            {keys.data.map((key) => (
              <KeyRow key={key.id} apiKey={key} timeZone={clinic.time_zone} onDone={refresh} />
            ))}
          </ul>
        )}
      </div>
      <Suspense fallback={null}>
        {isCreating && (
          <CreateKey
            onClose={() => setCreating(false)}
            onCreated={(key) => {
              setCreating(false)
              setCreated(key)
              void refresh()
            }}
          />
        )}
        {created && (
          <CreatedKey created={created} endpoint={endpoint} onClose={() => setCreated(undefined)} />
        )}
      </Suspense>
    </SectionCard>
  )
}
