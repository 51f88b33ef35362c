import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { outsideCalendarTexts as texts } from '#domain/texts/outside-calendars.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Waiting } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'

const AddCalendar = lazy(() => loadPart(() => import('./add-calendar.tsx')))
const CalendarRow = lazy(() => loadPart(() => import('./calendar-row.tsx')))
const ConnectCalendar = lazy(() => loadPart(() => import('./connect-calendar.tsx')))

function ownCalendarsQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'own-outside-calendars'),
    queryFn: () => callFunction('own-outside-calendars'),
  })
}

/** A provider's own calendars, whose busy times patients cannot book. Nothing for users who see no patients. */
export function OutsideCalendarsCard({ clinic }: { clinic: Clinic }) {
  const slug = clinic.subdomain
  const queryClient = useQueryClient()
  const own = useQuery(ownCalendarsQuery(slug))
  const refresh = () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'appointments') })
  if (own.isError) return <ErrorState title={texts.loadFailed} onRetry={() => void own.refetch()} />
  if (own.isPending) return <Waiting />
  if (!own.data.isProvider) return null
  const { calendars, services } = own.data
  return (
    <Card>
      <CardTitle>{texts.title}</CardTitle>
      <CardNote>{texts.lead}</CardNote>
      <Suspense fallback={<Waiting />}>
        {calendars.length > 0 && (
          <ul className="mt-4 divide-y divide-line border-y border-line">
            {calendars.map((calendar) => (
              <CalendarRow
                key={calendar.id}
                calendar={calendar}
                timeZone={clinic.time_zone}
                onDone={refresh}
              />
            ))}
          </ul>
        )}
        <ConnectCalendar
          services={services.filter((service) => calendars.every(({ source }) => source !== service))}
          onDone={refresh}
        />
        <AddCalendar onDone={refresh} />
      </Suspense>
    </Card>
  )
}
