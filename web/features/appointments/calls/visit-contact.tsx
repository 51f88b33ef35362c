import { useQuery } from '@tanstack/react-query'
import { CircleUserRound, MessagesSquare, Phone } from 'lucide-react'
import { Link } from 'react-router'
import { messagesPath, personPath } from '#domain/paths.ts'
import { calendarTexts } from '#domain/texts/calendar.ts'
import { formatPhone, phoneCountry } from '#domain/values/phones.ts'
import { FailedRead } from '#web/components/failed-read.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { patientDetailsQuery } from '#web/lib/clinic/patient-details.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import type { TeamVisit } from '../booking/queries.ts'

const texts = calendarTexts.details
const contactLink = 'link inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap sm:min-h-0'

/** A visit's patient: phone number, conversation and record. */
export function VisitContact({ clinic, visit }: { clinic: Clinic; visit: TeamVisit }) {
  const may = useCan()
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 font-semibold">
      <PhoneNumber clinic={clinic} patientId={visit.patientId} />
      {visit.patientUserId && may('messages:read') && (
        <Link className={contactLink} to={withClinic(messagesPath(visit.patientId))}>
          <MessagesSquare aria-hidden className="size-4.5" />
          {texts.messages}
        </Link>
      )}
      <Link className={contactLink} to={withClinic(personPath(visit.patientId))}>
        <CircleUserRound aria-hidden className="size-4.5" />
        {texts.person}
      </Link>
    </div>
  )
}

function PhoneNumber({ clinic, patientId }: { clinic: Clinic; patientId: string }) {
  const details = useQuery(patientDetailsQuery(clinic.subdomain, patientId))
  if (details.isPending) return <Skeleton className="h-5 w-32" />
  if (details.isError && !details.data)
    return (
      <FailedRead title={texts.phoneFailed} error={details.error} onRetry={() => void details.refetch()} />
    )
  const phone = details.data?.phone
  if (!phone) return <span className="font-normal text-muted">{texts.noPhone}</span>
  return (
    <a className={cn(contactLink, 'tabular-nums')} href={`tel:${phone}`}>
      <Phone aria-hidden className="size-4.5" />
      {formatPhone(phone, phoneCountry(clinic.currency))}
    </a>
  )
}
