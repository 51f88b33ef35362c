import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PhoneCall, Printer } from 'lucide-react'
import { type ReactNode, startTransition, useId, useOptimistic, useState } from 'react'
import { Link } from 'react-router'
import type { OfferCall, VisitCall } from '#domain/appointments/visit-calls.ts'
import { clockInZone, longDate, visitWhenInZone } from '#domain/appointments/visit-time.ts'
import { personPath } from '#domain/paths.ts'
import { visitCallTexts as texts } from '#domain/texts/calendar.ts'
import { formatClock, formatDate } from '#domain/values/dates.ts'
import { formatPhone, phoneCountry } from '#domain/values/phones.ts'
import { dateIn } from '#domain/values/zones.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { OfferAnswer, offerCallText } from '../waitlist/offer-call.tsx'
import { visitCallsQuery } from './call-queries.ts'

/** To call: patients that no message reaches, for the screen and for paper. */
export default function CallList({ clinic }: { clinic: Clinic }) {
  const { subdomain: slug, time_zone: zone } = clinic
  const queryClient = useQueryClient()
  const [openedAt] = useState(() => serverNow().toISOString())
  const read = useQuery(visitCallsQuery(slug))
  const mark = useMutation({
    mutationFn: ({ appointmentId, about, startsAt, sequence, called }: VisitCall) =>
      callFunction('mark-called', { appointmentId, about, startsAt, sequence, isCalled: !called }),
    onError: (error) => toast.error(texts.markFailed, describeRefusal(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'appointments') }),
  })
  if (read.isPending)
    return (
      <Loading>
        <Skeleton className="h-60 rounded-card" />
      </Loading>
    )
  if (!read.data) return <ErrorState title={texts.failed} onRetry={() => void read.refetch()} />
  const { calls, offers, until } = read.data
  if (calls.length + offers.length === 0)
    return (
      <EmptyState icon={PhoneCall} title={texts.noneTitle}>
        {texts.none}
      </EmptyState>
    )
  const printedAt = `${formatDate(openedAt, zone)}, ${formatClock(openedAt, zone)}`
  return (
    <div className="space-y-4">
      <div className="hidden print:block">
        <h2 className="font-display text-h3 font-medium">{texts.printed(clinic.name)}</h2>
        <p className="text-note text-muted">{texts.asOf(printedAt, zone)}</p>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 print:hidden">
        <p className="max-w-160 text-muted">{texts.lead(longDate(until))}</p>
        <Button variant="outline" onClick={() => window.print()}>
          <Printer aria-hidden />
          {texts.print}
        </Button>
      </div>
      <Card className="py-0">
        <ol className="divide-y divide-line">
          {offers.map((offer) => (
            <OfferRow key={offer.offerId} offer={offer} clinic={clinic} />
          ))}
          {[...calls.filter(({ called }) => !called), ...calls.filter(({ called }) => called)].map((call) => (
            <CallRow
              key={`${call.appointmentId} ${call.about} ${call.sequence}`}
              call={call}
              clinic={clinic}
              isSaving={mark.isPending}
              onToggle={() => mark.mutateAsync(call)}
            />
          ))}
        </ol>
      </Card>
    </div>
  )
}

/** A time from the waitlist, which ends before the visits begin. */
function OfferRow({ offer, clinic }: { offer: OfferCall; clinic: Clinic }) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3.5 break-inside-avoid">
      <Callee {...offer} clinic={clinic}>
        {offerCallText(offer)}
      </Callee>
      <OfferAnswer slug={clinic.subdomain} offer={offer} />
    </li>
  )
}

function Callee({
  patientId,
  patientName,
  phone,
  clinic,
  children,
}: Pick<VisitCall, 'patientId' | 'patientName' | 'phone'> & { clinic: Clinic; children: ReactNode }) {
  return (
    <>
      <span className="min-w-0 flex-1 basis-56">
        <Link
          to={withClinic(personPath(patientId))}
          className="block font-semibold break-words hover:underline"
        >
          {patientName}
        </Link>
        <span className="block text-form text-muted">{children}</span>
      </span>
      {phone ? (
        <a href={`tel:${phone}`} className="link text-form whitespace-nowrap tabular-nums">
          {formatPhone(phone, phoneCountry(clinic.currency))}
        </a>
      ) : (
        <>
          <Link to={withClinic(personPath(patientId))} className="link text-form print:hidden">
            {texts.addPhone}
          </Link>
          <span className="hidden text-form print:inline">{texts.noPhone}</span>
        </>
      )}
    </>
  )
}

function CallRow({
  call,
  clinic,
  isSaving,
  onToggle,
}: {
  call: VisitCall
  clinic: Clinic
  isSaving: boolean
  onToggle(): Promise<unknown>
}) {
  const id = useId()
  const mayWrite = useCan()('appointments:write')
  const { patientId, patientName, phone, called } = call
  const reason = reasonOf(call)
  const [isCalled, showCalled] = useOptimistic(called !== null)
  const toggle = () =>
    startTransition(async () => {
      if (isSaving) return
      showCalled(!isCalled)
      // the list’s message names the refusal
      await onToggle().catch(() => undefined)
    })
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3.5 break-inside-avoid">
      <Callee patientId={patientId} patientName={patientName} phone={phone} clinic={clinic}>
        {reason}
      </Callee>
      <label htmlFor={id} className="flex min-w-24 items-start gap-2 text-form">
        <Checkbox
          id={id}
          // disabled while it is saved, it would lose the focus
          checked={isCalled}
          disabled={!mayWrite}
          aria-label={texts.calledNamed(patientName, reason)}
          onChange={toggle}
        />
        <span>
          {texts.called}
          {called && (
            <span className="block text-note text-muted">
              {texts.calledAt(formatClock(called.at, clinic.time_zone), called.by ?? texts.formerUser)}
            </span>
          )}
        </span>
      </label>
    </li>
  )
}

function reasonOf({ about, startsAt, wasStartsAt, timeZone, ...call }: VisitCall): string {
  const when = visitWhenInZone({ startsAt, timeZone })
  if (about === 'provider') return texts.reasons.provider(when, call.wasProviderName ?? '', call.providerName)
  const now = texts.with(when, call.providerName)
  if (about !== 'moved') return texts.reasons[about](now)
  if (!wasStartsAt) return texts.reasons.moved(now, null)
  const isSameDay = dateIn(new Date(wasStartsAt), timeZone) === dateIn(new Date(startsAt), timeZone)
  const before = isSameDay
    ? clockInZone({ startsAt: wasStartsAt, timeZone })
    : visitWhenInZone({ startsAt: wasStartsAt, timeZone })
  return texts.reasons.moved(now, texts.with(before, call.wasProviderName))
}
