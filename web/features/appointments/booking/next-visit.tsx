import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { Link } from 'react-router'
import { shortWhen } from '#domain/appointments/visit-time.ts'
import { paths, withQuery } from '#domain/paths.ts'
import { visitCardTexts } from '#domain/texts/appointments.ts'
import { dateIn } from '#domain/values/zones.ts'
import { Button } from '#web/components/ui/button.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { openVisitsOf, personVisitsQuery } from './person-visit-queries.ts'

const texts = visitCardTexts.person

/** "Next visit Mon, Nov 30, 8:30 AM"; nothing while the visits are unknown. @param path to the visits */
export function NextVisit({ patientId, clinic, path }: { patientId: string; clinic: Clinic; path: string }) {
  const { data } = useQuery(personVisitsQuery(clinic.subdomain, patientId))
  if (!data) return null
  const now = serverNow()
  const next = openVisitsOf(data).find(({ endsAt }) => new Date(endsAt) > now)
  if (!next) return <span className="text-muted">{texts.noneNext}</span>
  return (
    <Link className="link" to={path} replace preventScrollReset>
      {texts.next(shortWhen(next, dateIn(now, clinic.time_zone)))}
    </Link>
  )
}

/** Opens a new visit for a patient. */
export function ScheduleVisit({ patientId, name }: { patientId: string; name: string }) {
  const may = useCan()
  if (!may('appointments:write')) return null
  return (
    <Button asChild>
      {/* passes the patient in the history's state: no name in a URL */}
      <Link
        to={withClinic(withQuery(paths.appointments, { schedule: '1' }))}
        state={{ patient: { id: patientId, name } }}
      >
        <CalendarPlus aria-hidden className="max-sm:hidden" />
        {texts.schedule}
      </Link>
    </Button>
  )
}
