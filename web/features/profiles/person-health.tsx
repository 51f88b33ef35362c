import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { formatPhone, phoneCountry } from '#domain/phones.ts'
import { profileTexts } from '#domain/texts/profiles.ts'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { SectionCard } from '#web/components/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/current-clinic.ts'
import { patientHealthQuery } from './person-queries.ts'

const texts = profileTexts.health
const words = profileTexts.ofPatient

/**
 * A patient's health information. Read only when somebody asks for it: a page that is open all day must not leave a look at
 * it in the patient's history each time.
 */
export function PersonHealth({ patientId, clinic }: { patientId: string; clinic: Clinic }) {
  const [isOpen, setOpen] = useState(false)
  const health = useQuery({ ...patientHealthQuery(clinic.subdomain, patientId), enabled: isOpen })
  return (
    <SectionCard title={texts.title}>
      {!isOpen ? (
        <>
          <p className="-mt-2 mb-4 text-form text-muted">{words.lead}</p>
          <Button variant="outline" size="small" onClick={() => setOpen(true)}>
            <Eye aria-hidden />
            {words.show}
          </Button>
        </>
      ) : health.isPending ? (
        <Loading>
          <Skeleton className="h-24 rounded-control" />
        </Loading>
      ) : health.isError ? (
        <ErrorState title={words.failed} onRetry={() => void health.refetch()} />
      ) : !health.data ? (
        <p role="status" className="text-form text-muted">
          {words.none}
        </p>
      ) : (
        <HealthInformation health={health.data} clinic={clinic} />
      )}
    </SectionCard>
  )
}

type Health = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof patientHealthQuery>['queryFn']>>>>

function HealthInformation({ health, clinic }: { health: Health; clinic: Clinic }) {
  const phone = health.emergency_phone
  const entries: [label: string, value: string | null][] = [
    [texts.allergies, health.allergies],
    [texts.medications, health.medications],
    [texts.medicalConditions, health.medical_conditions],
    [texts.emergencyContact, health.emergency_contact],
  ]
  return (
    <div role="status">
      <dl className="grid gap-x-6 gap-y-3 text-form sm:grid-cols-2">
        {entries.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted">{label}</dt>
            <dd className="break-words whitespace-pre-line">{value ?? words.nothingSaid}</dd>
          </div>
        ))}
        {phone && (
          <div>
            <dt className="text-muted">{texts.emergencyPhone}</dt>
            <dd>
              <a className="link whitespace-nowrap" href={`tel:${phone}`}>
                {formatPhone(phone, phoneCountry(clinic.currency))}
              </a>
            </dd>
          </div>
        )}
      </dl>
      <p className="mt-3 text-note text-muted">
        {words.asOf} <DateText value={health.updated_at} />
      </p>
    </div>
  )
}
