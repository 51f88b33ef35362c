import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ageOn } from '#domain/plans/household.ts'
import { profileTexts } from '#domain/texts/profiles.ts'
import { formatPhone, phoneCountry } from '#domain/values/phones.ts'
import { dateIn } from '#domain/values/zones.ts'
import { DateText } from '#web/components/date-text.tsx'
import { Button } from '#web/components/ui/button.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { patientDetailsQuery } from '#web/lib/clinic/patient-details.ts'
import { serverNow } from '#web/lib/page/clock.ts'

const texts = profileTexts.personal

/** Phone, date of birth and address from the patient, as further entries of a description list. */
export function PersonDetails({ patientId, clinic }: { patientId: string; clinic: Clinic }) {
  const details = useQuery(patientDetailsQuery(clinic.subdomain, patientId))
  if (details.isError && !details.data) {
    return (
      <Entry label={texts.phone}>
        {profileTexts.ofPatient.failed}{' '}
        <Button variant="link" onClick={() => void details.refetch()}>
          {profileTexts.ofPatient.retry}
        </Button>
      </Entry>
    )
  }
  if (!details.data) return null
  const { phone, date_of_birth: born, address, city, state, zip_code: zip } = details.data
  const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return (
    <>
      {phone && (
        <Entry label={texts.phone}>
          <a className="link whitespace-nowrap" href={`tel:${phone}`}>
            {formatPhone(phone, phoneCountry(clinic.currency))}
          </a>
        </Entry>
      )}
      {born && (
        <Entry label={texts.dateOfBirth}>
          <DateText value={born} />
        </Entry>
      )}
      {(address || place) && (
        <Entry label={texts.address}>
          <span className="break-words">{[address, place].filter(Boolean).join(', ')}</span>
        </Entry>
      )}
    </>
  )
}

/** Age and phone number, as items of a list. */
export function PersonFacts({ patientId, clinic }: { patientId: string; clinic: Clinic }) {
  const { data } = useQuery(patientDetailsQuery(clinic.subdomain, patientId))
  return (
    <>
      {data?.date_of_birth && (
        <li>
          {profileTexts.ofPatient.age(ageOn(data.date_of_birth, dateIn(serverNow(), clinic.time_zone)))}
        </li>
      )}
      {data?.phone && (
        <li>
          <a className="link whitespace-nowrap" href={`tel:${data.phone}`}>
            {formatPhone(data.phone, phoneCountry(clinic.currency))}
          </a>
        </li>
      )}
    </>
  )
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
