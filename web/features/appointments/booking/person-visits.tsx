import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { visitWhen } from '#domain/appointments/visit-time.ts'
import type { AppointmentStatus } from '#domain/appointments/visits.ts'
import { paths, withQuery } from '#domain/paths.ts'
import { visitCardTexts } from '#domain/texts/appointments.ts'
import { dateIn } from '#domain/values/zones.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { FirstRows, useFirstRows } from '#web/components/first-rows.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { readAll } from '#web/lib/fetch/read-all.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { visitTypesQuery } from './queries.ts'
import { VisitBadge } from './visit-badge.tsx'

const texts = visitCardTexts.person
const shownAtFirst = 5

interface PersonVisit {
  id: string
  type: string
  startsAt: string
  timeZone: string
  date: string
  time: string
  status: AppointmentStatus
  /** canceled by the patient after the type's deadline */
  canceledLate: boolean
}

function personVisitsQuery(slug: string, patientId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'person', patientId),
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<PersonVisit[]> => {
      const rows = await readAll((from, to) =>
        rest
          .from('appointments')
          .select('id,type,starts_at,time_zone,date,time,status,canceled_late')
          .eq('patient_id', patientId)
          .order('starts_at', { ascending: false })
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      )
      return rows.map((row) => ({
        id: row.id,
        type: row.type,
        startsAt: row.starts_at,
        timeZone: row.time_zone,
        date: row.date,
        time: row.time,
        status: row.status as AppointmentStatus,
        canceledLate: row.canceled_late,
      }))
    },
  })
}

/** In the last twelve months. */
function noShowsOf(visits: readonly PersonVisit[], today: string): number {
  const since = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`
  return visits.filter(({ status, date }) => status === 'no_show' && date > since).length
}

export function PersonVisits({
  patientId,
  name,
  clinic,
}: {
  patientId: string
  name: string
  clinic: Clinic
}) {
  const may = useCan()
  const slug = clinic.subdomain
  const visits = useQuery(personVisitsQuery(slug, patientId))
  const types = useQuery(visitTypesQuery(slug))
  const today = dateIn(serverNow(), clinic.time_zone)
  const rows = useFirstRows(visits.data, shownAtFirst)
  const noShows = noShowsOf(visits.data ?? [], today)
  return (
    <SectionCard
      title={texts.title}
      actions={
        may('appointments:write') && (
          <Button asChild variant="outline" size="small">
            {/* passes the patient in the history's state: no name in a URL */}
            <Link
              to={withClinic(withQuery(paths.appointments, { schedule: '1' }))}
              state={{ patient: { id: patientId, name } }}
            >
              {texts.schedule}
            </Link>
          </Button>
        )
      }
    >
      {visits.isPending ? (
        <Loading>
          <Skeleton className="h-16 rounded-control" />
        </Loading>
      ) : !visits.data ? (
        <ErrorState title={visitCardTexts.failed} onRetry={() => void visits.refetch()} />
      ) : visits.data.length === 0 ? (
        <p className="text-form text-muted">{texts.none}</p>
      ) : (
        <>
          {noShows > 0 && (
            <p className="mb-3 text-form font-semibold text-warning">{texts.noShows(noShows)}</p>
          )}
          <FirstRows
            of={rows}
            more={texts.more}
            row={(visit) => (
              <li
                key={visit.id}
                className="flex items-center justify-between gap-4 py-2.5 first:pt-0 last:pb-0"
              >
                <span className="min-w-0 text-form">
                  <span className="block font-semibold">{visitWhen(visit)}</span>
                  <span className="block text-muted">
                    {types.data?.find(({ key }) => key === visit.type)?.name ?? visit.type}
                    {visit.canceledLate && ` · ${texts.late}`}
                  </span>
                </span>
                <VisitBadge visit={visit} today={today} />
              </li>
            )}
          />
        </>
      )}
    </SectionCard>
  )
}
