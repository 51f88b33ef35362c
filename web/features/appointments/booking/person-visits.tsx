import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { shortDay } from '#domain/appointments/visit-time.ts'
import { visitCardTexts } from '#domain/texts/appointments.ts'
import { formatDate } from '#domain/values/dates.ts'
import { dateIn } from '#domain/values/zones.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { FirstRows, useFirstRows } from '#web/components/first-rows.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { drawnLate } from '#web/components/ui/layers/late-layer.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { providerNameOf } from '../provider-text.tsx'
import { CancelVisit } from './cancel-visit.tsx'
import { noShowsOf, openVisitsOf, type PersonVisit, personVisitsQuery } from './person-visit-queries.ts'
import { PersonVisitRow } from './person-visit-row.tsx'
import { providersQuery, visitTypesQuery } from './queries.ts'
import { useVisitActions } from './use-visit-actions.ts'

const AppointmentDialog = drawnLate(() => import('./appointment-dialog.tsx'))

const texts = visitCardTexts.person
const shownAtFirst = 8

interface PersonVisitsProps {
  patientId: string
  clinic: Clinic
}

/** Visits without an outcome, the next one first. */
export function OpenVisits({ patientId, clinic }: PersonVisitsProps) {
  return (
    <VisitSection
      patientId={patientId}
      clinic={clinic}
      title={texts.open}
      none={texts.noneOpen}
      choose={(visits) => openVisitsOf(visits)}
    />
  )
}

/** Visits with an outcome, the latest first. */
export function ClosedVisits({ patientId, clinic }: PersonVisitsProps) {
  const today = dateIn(serverNow(), clinic.time_zone)
  return (
    <VisitSection
      patientId={patientId}
      clinic={clinic}
      title={texts.closed}
      none={texts.noneClosed}
      choose={(visits) => visits.filter((visit) => !openVisitsOf(visits).includes(visit))}
      lead={(visits) => {
        const missed = noShowsOf(visits)
        if (!missed) return null
        const { count, of, last } = missed
        const [day = '', year] = formatDate(last).split(', ')
        const when = year === today.slice(0, 4) ? day : formatDate(last)
        return <span className="font-semibold text-warning">{texts.noShows(count, of, when)}</span>
      }}
    />
  )
}

function VisitSection({
  patientId,
  clinic,
  title,
  none,
  choose,
  lead,
}: PersonVisitsProps & {
  title: string
  none: string
  choose(visits: readonly PersonVisit[]): PersonVisit[]
  lead?(visits: readonly PersonVisit[]): ReactNode
}) {
  const slug = clinic.subdomain
  const visits = useQuery(personVisitsQuery(slug, patientId))
  const types = useQuery(visitTypesQuery(slug))
  const providers = useQuery(providersQuery(slug))
  const today = dateIn(serverNow(), clinic.time_zone)
  const chosen = visits.data && choose(visits.data)
  const rows = useFirstRows(chosen, shownAtFirst)
  const { mark, cancel } = useVisitActions(slug)
  const [changing, setChanging] = useState<PersonVisit | null>(null)
  const [canceling, setCanceling] = useState<PersonVisit | null>(null)
  return (
    <>
      <SectionCard title={title} note={chosen?.length === 0 ? none : visits.data && lead?.(visits.data)}>
        {visits.isPending ? (
          <Loading>
            <Skeleton className="h-16 rounded-control" />
          </Loading>
        ) : !chosen ? (
          <ErrorState title={visitCardTexts.failed} onRetry={() => void visits.refetch()} />
        ) : (
          chosen.length > 0 && (
            <FirstRows
              of={rows}
              more={texts.more}
              row={(visit) => (
                <PersonVisitRow
                  key={visit.id}
                  visit={visit}
                  typeName={types.data?.find(({ key }) => key === visit.type)?.name ?? visit.type}
                  providerName={providerNameOf(visit, providers.data)}
                  series={seriesText(visit, chosen)}
                  today={today}
                  clinic={clinic}
                  intents={{
                    mark: (_visit, step) => mark.isPending || mark.mutate({ visit, step }),
                    reschedule: () => setChanging(visit),
                    cancel: () => setCanceling(visit),
                  }}
                />
              )}
            />
          )
        )}
      </SectionCard>
      {changing && types.data && providers.data && (
        <AppointmentDialog
          clinic={clinic}
          types={types.data}
          providers={providers.data}
          today={today}
          visit={changing}
          onClose={() => setChanging(null)}
        />
      )}
      {canceling && <CancelVisit visit={canceling} cancel={cancel} onClose={() => setCanceling(null)} />}
    </>
  )
}

/** States a series once, with its next visit. @param planned the next one first */
function seriesText(visit: PersonVisit, planned: readonly PersonVisit[]): string | null {
  if (!visit.seriesId || visit.status !== 'upcoming') return null
  const series = planned.filter(({ seriesId }) => seriesId === visit.seriesId)
  const last = series.at(-1)
  return last && last !== visit && series[0] === visit
    ? texts.series(series.length, shortDay(last.date))
    : null
}
