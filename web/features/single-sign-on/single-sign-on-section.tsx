import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { singleSignOnTexts } from '#domain/texts/single-sign-on.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { useTookSecondStep } from '#web/lib/proof/second-step.ts'
import { AddProvider } from './add-provider.tsx'
import { DomainList } from './domain-list.tsx'
import { ProviderRow } from './provider-row.tsx'
import { ssoSettingsQuery } from './queries.ts'
import { ServiceProviderValues } from './service-provider-values.tsx'

const texts = singleSignOnTexts.settings

/** A clinic's identity providers. Changes require an aal2 session; absent on installations without single sign-on. */
export function SingleSignOnSection() {
  const settings = useQuery(ssoSettingsQuery(useClinicSlug()))
  const [isAdding, setAdding] = useState(false)
  const isHigh = useTookSecondStep()
  if (settings.data && !settings.data.isAvailable) return null

  return (
    <>
      <Card id={settingsCardIds.singleSignOn}>
        <CardTitle>{texts.title}</CardTitle>
        <CardNote>{texts.lead}</CardNote>
        {settings.isPending && (
          <Loading label={texts.loading}>
            <Skeleton className="mt-5 h-24 w-full" />
          </Loading>
        )}
        {settings.isError && !settings.data && (
          <div className="mt-5">
            <ErrorState title={texts.readFailed} onRetry={() => void settings.refetch()} />
          </div>
        )}
        {settings.data && (
          <div className="mt-6 space-y-6">
            {settings.data.providers.length === 0 ? (
              <p className="text-form text-muted">{texts.none}</p>
            ) : (
              <ul aria-label={texts.list} className="divide-y divide-line border-y border-line">
                {settings.data.providers.map((provider) => (
                  <ProviderRow key={provider.id} provider={provider} mayChange={isHigh} />
                ))}
              </ul>
            )}
            {settings.data.domains.length > 0 && (
              <DomainList domains={settings.data.domains} mayChange={isHigh} />
            )}
            <ServiceProviderValues {...settings.data.serviceProvider} />
            {isHigh && !isAdding && (
              <Button variant="outline" onClick={() => setAdding(true)}>
                {singleSignOnTexts.add.open}
              </Button>
            )}
          </div>
        )}
      </Card>
      {isHigh && isAdding && <AddProvider onDone={() => setAdding(false)} />}
    </>
  )
}
