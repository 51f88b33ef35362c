import { lazy, type ReactNode, Suspense, useState } from 'react'
import { longDate, visitSpan, visitWhen } from '#domain/appointments/visit-time.ts'
import { isLate } from '#domain/appointments/visits.ts'
import { visitElement } from '#domain/mailed-links.ts'
import { ownAppointmentTexts } from '#domain/texts/own-appointments.ts'
import { visitFeeTexts } from '#domain/texts/visit-fees.ts'
import { hasFee } from '#domain/visit-fees/fees.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { serverNow } from '#web/lib/page/clock.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { WillCome } from '../answers/will-come.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import { CancelOwnVisit } from './cancel-own-visit.tsx'
import { cancelHoursOf, isAnswerable, type OwnVisit } from './own-queries.ts'
import type { Provider, VisitType } from './queries.ts'
import { placeOf, useVisitPlace, WayToVisit } from './visit-place.tsx'

const texts = ownAppointmentTexts

const AcceptFees = lazy(() => loadPart(() => import('../fees/accept-fees.tsx')))

export function OwnVisitCard({
  title,
  visit,
  type,
  provider,
  clinic,
  hasWay,
  isNext,
  onMove,
}: {
  title?: string
  visit: OwnVisit
  type: VisitType | undefined
  provider: Provider | undefined
  clinic: { name: string; subdomain: string; currency: string }
  /** how to find the clinic, which one card of a page says */
  hasWay: boolean
  /** the patient can confirm it */
  isNext: boolean
  onMove(): void
}) {
  const [isCanceling, setCanceling] = useState(false)
  // of this version: after a change of the fees the patient accepts them again
  const [acceptedVersion, setAcceptedVersion] = useState<number | undefined>()
  const place = useVisitPlace(clinic.subdomain)
  const when = visitWhen(visit)
  const hours = cancelHoursOf(visit, type)
  const late = isLate(visit.startsAt, hours, serverNow())
  const isUnanswered = isNext && isAnswerable(visit) && !visit.confirmedAt
  const offered = isUnanswered && !visit.fee && type && hasFee(type) ? type : null
  const acceptsFeesOf = acceptedVersion === offered?.version ? acceptedVersion : undefined
  return (
    <Card id={visitElement(visit.id)}>
      {title && <CardTitle>{title}</CardTitle>}
      <div className={title ? 'mt-4' : ''}>
        <p className="font-display text-h3 font-medium">
          <time dateTime={visit.startsAt}>{longDate(visit.date)}</time>
        </p>
        <p className="text-lead tabular-nums">{visitSpan(visit)}</p>
        <p className="mt-2">
          {type?.name ?? visit.type}
          {provider && ` ${texts.with(provider.name)}`}
          {provider?.title && <span className="text-muted">, {provider.title}</span>}
        </p>
        <p className="text-muted">{placeOf(visit, clinic.name, place.address)}</p>
      </div>
      {visit.status === 'requested' && (
        <Notice tone="info" className="mt-4">
          {texts.requested}
        </Notice>
      )}
      {isAnswerable(visit) && visit.confirmedAt && (
        <p role="status" className="mt-2 font-semibold">
          {texts.answer.confirmed}
        </p>
      )}
      {hasWay && place.directions && (
        <Detail title={texts.findUs}>
          <span className="break-words whitespace-pre-line">{place.directions}</span>
        </Detail>
      )}
      {type?.bring && (
        <Detail title={texts.bring}>
          <span className="break-words whitespace-pre-line">{type.bring}</span>
        </Detail>
      )}
      {visit.fee && (
        <Detail title={visitFeeTexts.accepted}>
          <span className="break-words whitespace-pre-line">{visit.fee.terms}</span>
        </Detail>
      )}
      <p className="mt-4 text-form text-muted">
        {late && hours > 0 ? `${texts.late(hours)} ${texts.lateChange}` : texts.policy(hours)}
        {type?.cancelPolicy && ` ${type.cancelPolicy}`}
      </p>
      {offered && (
        <div className="mt-4">
          <Suspense fallback={<Skeleton className="h-40 rounded-card" />}>
            <AcceptFees
              fees={offered}
              currency={clinic.currency}
              hint={visitFeeTexts.optional}
              isAccepted={acceptsFeesOf !== undefined}
              onChange={(isAccepted) => setAcceptedVersion(isAccepted ? offered.version : undefined)}
            />
          </Suspense>
        </div>
      )}
      <div className="mt-5 grid grid-cols-2 gap-3 max-sm:*:px-2 max-sm:[&_svg]:hidden sm:flex sm:flex-wrap">
        {isUnanswered && (
          <WillCome visit={visit} when={when} slug={clinic.subdomain} acceptsFeesOf={acceptsFeesOf} />
        )}
        <WayToVisit visit={visit} type={type} clinic={clinic} />
        <AddToCalendar visit={visit} clinic={clinic} address={place.address} />
        <Button variant="outline" aria-label={texts.moveOf(when)} onClick={onMove}>
          {texts.move}
        </Button>
        <Button variant="quiet" aria-label={texts.cancelOf(when)} onClick={() => setCanceling(true)}>
          {texts.cancel}
        </Button>
      </div>
      {isCanceling && (
        <CancelOwnVisit
          visit={visit}
          type={type}
          isLate={late && hours > 0}
          slug={clinic.subdomain}
          onMove={onMove}
          onClose={() => setCanceling(false)}
        />
      )}
    </Card>
  )
}

function Detail({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-4">
      <p className="text-form font-semibold">{title}</p>
      <p className="text-form">{children}</p>
    </div>
  )
}
