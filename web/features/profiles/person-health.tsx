import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { profileTexts } from '#domain/texts/profiles.ts'
import { formatPhone, phoneCountry } from '#domain/values/phones.ts'
import { DateText } from '#web/components/date-text.tsx'
import { SectionOnRequest } from '#web/components/page/section-on-request.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { patientHealthQuery } from './person-queries.ts'

const texts = profileTexts.health
const words = profileTexts.ofPatient

/** @param hasAccount the patient can see accesses in the portal */
export function PersonHealth({
  patientId,
  clinic,
  hasAccount = true,
}: {
  patientId: string
  clinic: Clinic
  hasAccount?: boolean
}) {
  const [isOpen, setOpen] = useState(false)
  const health = useQuery({ ...patientHealthQuery(clinic.subdomain, patientId), enabled: isOpen })
  return (
    <SectionOnRequest
      title={texts.title}
      lead={isOpen ? undefined : hasAccount ? words.lead : words.leadWithoutAccount}
      texts={words}
      read={health}
      isOpen={isOpen}
      onOpen={() => setOpen(true)}
    >
      {(stored) => <HealthInformation health={stored} clinic={clinic} />}
    </SectionOnRequest>
  )
}

/** The allergies, once the health information was opened on this page. */
export function HealthAlert({ patientId, clinic }: { patientId: string; clinic: Clinic }) {
  const { data } = useQuery({ ...patientHealthQuery(clinic.subdomain, patientId), enabled: false })
  if (!data?.allergies) return null
  return <li className="font-semibold break-words text-danger">{words.allergies(data.allergies)}</li>
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
