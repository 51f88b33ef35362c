import { useQuery } from '@tanstack/react-query'
import { CalendarDays, Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { visitWhen } from '#domain/appointments/visit-time.ts'
import { visitElement } from '#domain/mailed-links.ts'
import { ownAppointmentTexts } from '#domain/texts/own-appointments.ts'
import { visitFeeTexts } from '#domain/texts/visit-fees.ts'
import { formatMoney } from '#domain/values/money.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { LinkedMissing } from '#web/components/page/linked-missing.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { NoFreeTime } from '../waitlist/no-free-time.tsx'
import { OwnOffers } from '../waitlist/own-offers.tsx'
import { OwnWaitlist } from '../waitlist/own-waitlist.tsx'
import { BookVisit } from './book-visit.tsx'
import { type OwnVisit, ownVisitsQuery } from './own-queries.ts'
import { OwnVisitCard } from './own-visit-card.tsx'
import { bookableTypes, type Provider, providersQuery, type VisitType, visitTypesQuery } from './queries.ts'

const texts = ownAppointmentTexts

/**
 * A patient's visits, with booking, moving and canceling.
 *
 * @param withWaitlist false for a guardian: the waiting list is the patient's own
 */
export function OwnAppointments({ clinic, withWaitlist = true }: { clinic: Clinic; withWaitlist?: boolean }) {
  const slug = clinic.subdomain
  const visits = useQuery(ownVisitsQuery(slug))
  const types = useQuery(visitTypesQuery(slug))
  const providers = useQuery(providersQuery(slug))
  const [booking, openBooking] = useOpenBooking()
  const [change, setChange] = useState<{ visitId: string | null; isMove: boolean } | null>(null)
  const reads = [visits, types, providers]
  if (reads.some(({ isPending }) => isPending)) return <OwnAppointmentsSkeleton />
  if (!visits.data || !types.data || !providers.data)
    return (
      <ErrorState
        title={texts.failed}
        onRetry={() => reads.forEach((read) => void (read.isError && read.refetch()))}
      />
    )
  const bookable = bookableTypes(types.data, providers.data)
  const canBook = bookable.length > 0
  const now = serverNow().getTime()
  const isAhead = ({ status, endsAt }: OwnVisit) =>
    (status === 'upcoming' || status === 'requested') && Date.parse(endsAt) > now
  const ahead = visits.data.filter(isAhead).toReversed()
  const others = visits.data.filter((visit) => !isAhead(visit))
  const past = others.filter(({ endsAt }) => Date.parse(endsAt) <= now)
  const canceled = others.filter(({ endsAt }) => Date.parse(endsAt) > now)
  const open = booking === 'book' ? canBook && 'book' : ahead.find(({ id }) => id === booking)
  const [next] = ahead
  // of several visits, the one just booked or moved comes first
  const changed = ahead.find(({ id }) => id === change?.visitId && id !== next?.id)
  const later = ahead.filter((visit) => visit !== next && visit !== changed)
  const firstAtClinic = ahead.find(({ place }) => place === 'in_person')
  const card = (visit: OwnVisit, title?: string) => (
    <OwnVisitCard
      key={visit.id}
      {...(title && { title })}
      visit={visit}
      type={types.data.find(({ key }) => key === visit.type)}
      provider={providers.data.find(({ id }) => id === visit.providerId)}
      clinic={clinic}
      hasWay={visit === firstAtClinic}
      isNext={visit === next}
      onMove={() => openBooking(visit.id)}
    />
  )
  if (open)
    return (
      <BookVisit
        clinic={clinic}
        types={open === 'book' ? bookable : types.data}
        providers={providers.data}
        moving={open === 'book' ? null : open}
        onDone={(visitId) => {
          setChange({ visitId, isMove: open !== 'book' })
          openBooking(null)
        }}
        renderNoTime={(type) => (
          <NoFreeTime
            clinic={clinic}
            type={type}
            waitlist={withWaitlist && { types: bookable, providers: providers.data, ahead }}
          />
        )}
      />
    )
  const bookButton = canBook && (
    <Button onClick={() => openBooking('book')}>
      <Plus aria-hidden />
      {texts.book}
    </Button>
  )
  return (
    <div className="space-y-8">
      <LinkedMissing prefix={visitElement('')} ids={visits.data.map(({ id }) => visitElement(id))} />
      {withWaitlist && <OwnOffers clinic={clinic} />}
      {next ? (
        <>
          {bookButton}
          {changed && card(changed, change?.isMove ? texts.justMoved : texts.justBooked)}
          {card(next, withWaitlist ? texts.next : texts.nextOfAnother)}
        </>
      ) : (
        <EmptyState icon={CalendarDays} title={texts.noneTitle} action={bookButton}>
          {canBook ? texts.none : texts.noneClosed(clinic.name)}
        </EmptyState>
      )}
      {later.length > 0 && (
        <section className="space-y-4" aria-label={texts.later}>
          <h2 className="font-display text-h3 font-medium">{texts.later}</h2>
          {later.map((visit) => card(visit))}
        </section>
      )}
      {canBook && withWaitlist && (
        <OwnWaitlist clinic={clinic} types={types.data} providers={providers.data} ahead={ahead} />
      )}
      {canceled.length > 0 && (
        <FormerVisits
          title={texts.canceled}
          visits={canceled.toReversed()}
          types={types.data}
          providers={providers.data}
        />
      )}
      {past.length > 0 && (
        <FormerVisits title={texts.past} visits={past} types={types.data} providers={providers.data} />
      )}
    </div>
  )
}

/**
 * The open form, in the address so that the browser's back closes it.
 *
 * @returns `book`, or the id of the visit to move
 */
function useOpenBooking(): [open: string | null, open: (what: string | null) => void] {
  const [query, setQuery] = useSearchParams()
  const open = (what: string | null) =>
    setQuery(
      (now) => {
        now.delete('step')
        if (what) now.set('booking', what)
        else now.delete('booking')
        return now
      },
      { replace: what === null },
    )
  return [query.get('booking'), open]
}

function FormerVisits({
  title,
  visits,
  types,
  providers,
}: {
  title: string
  visits: readonly OwnVisit[]
  types: readonly VisitType[]
  providers: readonly Provider[]
}) {
  return (
    <Card role="region" aria-label={title}>
      <CardTitle>{title}</CardTitle>
      <ul className="mt-2 -mb-2 divide-y divide-line">
        {visits.map((visit) => {
          const provider = providers.find(({ id }) => id === visit.providerId)
          return (
            <li
              key={visit.id}
              id={visitElement(visit.id)}
              className="flex items-center justify-between gap-4 py-3 text-form"
            >
              <span className="min-w-0">
                <span className="block font-semibold">{visitWhen(visit)}</span>
                <span className="block text-muted">
                  {types.find(({ key }) => key === visit.type)?.name ?? visit.type}
                  {provider && ` ${texts.with(provider.name)}`}
                </span>
                {visit.fee?.chargedCents && (
                  <span className="block">
                    {visitFeeTexts.charged(formatMoney(visit.fee.chargedCents, visit.fee.currency))}
                  </span>
                )}
              </span>
              <Badge>{stateOf(visit)}</Badge>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function stateOf({ status, canceledByPatient }: OwnVisit): string {
  if (status === 'canceled') return canceledByPatient ? texts.canceledByYou : texts.canceledByClinic
  // it is over and has no outcome yet
  return texts.states[status === 'no_show' ? 'no_show' : 'completed']
}

export function OwnAppointmentsSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-56 rounded-card" />
      <Skeleton className="mt-8 h-32 rounded-card" />
    </Loading>
  )
}
