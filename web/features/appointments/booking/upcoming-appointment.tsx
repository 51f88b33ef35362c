import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { longDate, visitSpan } from '#domain/appointments/visit-time.ts'
import { paths, withQuery } from '#domain/paths.ts'
import { ownAppointmentTexts } from '#domain/texts/own-appointments.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Waiting } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { AddToCalendar } from './add-to-calendar.tsx'
import { ownVisitsQuery, visitPlaceQuery } from './own-queries.ts'
import { bookableTypes, providersQuery, visitTypesQuery } from './queries.ts'
import { placeOf, WayToVisit } from './visit-place.tsx'

const texts = ownAppointmentTexts
const { upcoming } = texts

export function UpcomingAppointment({ clinic }: { clinic: Clinic }) {
  const slug = clinic.subdomain
  const visits = useQuery(ownVisitsQuery(slug))
  const types = useQuery(visitTypesQuery(slug))
  const providers = useQuery(providersQuery(slug))
  const place = useQuery(visitPlaceQuery(slug))
  // its lines appear together
  if ([visits, types, providers, place].some(({ isPending }) => isPending)) return <Waiting />
  if (!visits.data) return <ErrorState title={upcoming.failed} onRetry={() => void visits.refetch()} />
  const now = serverNow().getTime()
  const next = visits.data
    .filter(({ status, endsAt }) => ['upcoming', 'requested'].includes(status) && Date.parse(endsAt) > now)
    .at(-1)
  const toBooking = withClinic(withQuery(paths.appointments, { booking: 'book' }))
  if (!next) {
    return (
      <Card
        role="region"
        aria-label={upcoming.title}
        className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3"
      >
        <div className="min-w-0">
          <CardTitle>{upcoming.title}</CardTitle>
          <p className="mt-1 text-muted">{upcoming.none}</p>
        </div>
        <Button asChild>
          <Link to={toBooking}>{upcoming.book}</Link>
        </Button>
      </Card>
    )
  }
  const address = place.data?.address ?? ''
  const type = types.data?.find(({ key }) => key === next.type)
  const provider = providers.data?.find(({ id }) => id === next.providerId)
  return (
    <Card role="region" aria-label={upcoming.title}>
      <CardTitle>{upcoming.title}</CardTitle>
      <p className="mt-3 text-lead font-semibold">
        <time dateTime={next.startsAt}>{longDate(next.date)}</time>
      </p>
      <p className="tabular-nums">{visitSpan(next)}</p>
      <p className="mt-1">
        {type?.name}
        {provider && ` ${texts.with(provider.name)}`}
      </p>
      <p className="text-muted">{placeOf(next, clinic.name, address)}</p>
      {next.status === 'requested' && <p className="mt-2 text-form text-muted">{texts.requested}</p>}
      {next.status === 'upcoming' && next.confirmedAt && <p className="mt-2">{texts.answer.confirmed}</p>}
      <div className="mt-4 flex flex-wrap gap-x-3 gap-y-2 max-sm:*:px-3">
        <WayToVisit visit={next} type={type} clinic={clinic} />
        <AddToCalendar visit={next} clinic={clinic} address={address} />
        <Button asChild variant="quiet">
          <Link to={withClinic(paths.appointments)}>{upcoming.all}</Link>
        </Button>
        {bookableTypes(types.data ?? [], providers.data ?? []).length > 0 && (
          <Button asChild variant="quiet">
            <Link to={toBooking}>{upcoming.another}</Link>
          </Button>
        )}
      </div>
    </Card>
  )
}
