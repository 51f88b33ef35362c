import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import { TimeText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { ownConsentsQuery } from './queries.ts'

const texts = preferenceTexts.contact.history

/** The ledger of a patient's consents (docs/domain-rules.md rule 32). */
export function OwnConsents({ clinic }: { clinic: Clinic }) {
  const [isOpen, setOpen] = useState(false)
  const consents = useQuery({ ...ownConsentsQuery(clinic), enabled: isOpen })
  if (consents.isError && !consents.data) {
    return <ErrorState title={texts.failed} onRetry={() => void consents.refetch()} />
  }
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CardTitle>{texts.title}</CardTitle>
        {!isOpen && (
          <Button variant="outline" onClick={() => setOpen(true)}>
            {texts.open}
          </Button>
        )}
      </div>
      {isOpen && !consents.data && (
        <Loading label={texts.loading}>
          <Skeleton className="mt-4 h-12" />
        </Loading>
      )}
      {consents.data?.length === 0 && <p className="mt-3 text-muted">{texts.empty}</p>}
      {consents.data && consents.data.length > 0 && (
        <ul className="mt-2 divide-y divide-line">
          {consents.data.map(({ id, purpose, is_given, channel, wording, given_at }) => (
            <li key={id} className="py-3">
              <p className="font-semibold">
                {named(texts.purposes, purpose)}: {is_given ? texts.given : texts.withdrawn}
              </p>
              <p className="text-form text-muted">
                <TimeText value={given_at} /> · {named(texts.channels, channel)}
              </p>
              <p className="mt-1 text-note break-words text-muted">{wording}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function named(names: Readonly<Record<string, string>>, code: string): string {
  return names[code] ?? code
}
