import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { visitWhen } from '#domain/appointments/visit-time.ts'
import { isLate } from '#domain/appointments/visits.ts'
import { ownAppointmentTexts } from '#domain/texts/own-appointments.ts'
import { dateIn } from '#domain/values/zones.ts'
import { Field } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal, refusalCode } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { ConfirmTime } from '../confirm-time.tsx'
import { cancelHoursOf, type OwnVisit, visitPlansQuery } from './own-queries.ts'
import { type FreeTime, PickTime } from './pick-time.tsx'
import type { Provider, VisitType } from './queries.ts'

const texts = ownAppointmentTexts
const { booking } = texts

const AcceptFees = lazy(() => loadPart(() => import('../fees/accept-fees.tsx')))

export function BookVisit({
  clinic,
  types,
  providers,
  moving,
  renderNoTime,
  onDone,
}: {
  clinic: Clinic
  types: readonly VisitType[]
  providers: readonly Provider[]
  moving: OwnVisit | null
  /** beside "No free time" @param type key of the kind of visit */
  renderNoTime(type: string): ReactNode
  /** @param visitId the visit that was booked or moved; null for none */
  onDone(visitId: string | null): void
}) {
  const slug = clinic.subdomain
  const queryClient = useQueryClient()
  const [typeKey, setType] = useState(moving?.type ?? types[0]?.key ?? '')
  const [providerId, setProvider] = useState(moving?.providerId ?? '')
  const [chosenTime, setTime] = useState<FreeTime | null>(null)
  // a step of the address: the browser's back leads to the choices, which stay
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const time = query.get('step') === 'confirm' ? chosenTime : null
  const lastAt = chosenTime?.startsAt ?? moving?.startsAt
  const type = types.find(({ key }) => key === typeKey)
  const offered = providers.filter(
    (each) => each.isActive && (each.types.length === 0 || each.types.includes(typeKey)),
  )
  const refresh = () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'appointments') })
  const hours = moving ? cancelHoursOf(moving, type) : (type?.cancelWindowHours ?? 0)
  const fees = useFees(moving ? undefined : type)
  const plans = useQuery({ ...visitPlansQuery(slug), enabled: !moving })
  const plan = plans.data?.get(typeKey)
  const inPlan =
    plan === undefined ? null : plan === null ? booking.notIncluded(clinic.name) : booking.included(plan)
  // the server decides: the device's clock may be wrong
  const [refusedAsLate, setRefusedAsLate] = useState(false)
  const late = moving !== null && (refusedAsLate || isLate(moving.startsAt, hours, serverNow()))

  /** Another patient booked the time: reads the free times again. */
  function onError(error: Error): void {
    if (refusalCode(error) === 'time_taken') {
      toast.error(booking.taken, { description: booking.takenText })
      setTime(null)
    } else if (refusalCode(error) === 'visit_fee_not_accepted') {
      fees.reset()
      toast.error(booking.saveFailed, describeRefusal(error))
    } else if (refusalCode(error) === 'change_is_late') setRefusedAsLate(true)
    else toast.error(booking.saveFailed, describeRefusal(error))
  }

  const hold = useMutation({
    mutationFn: async (chosen: FreeTime) => {
      // a moved visit holds its current time until the new one is confirmed
      if (!moving) await callFunction('hold-time', { appointmentType: typeKey, ...chosen })
      return chosen
    },
    onSuccess: (chosen) => {
      setTime(chosen)
      setQuery(
        (now) => {
          now.set('step', 'confirm')
          return now
        },
        { replace: query.has('step') },
      )
    },
    onError,
    onSettled: refresh,
  })

  const book = useMutation({
    mutationFn: async (chosen: FreeTime) => {
      if (moving) {
        await callFunction('move-own-appointment', {
          appointmentId: moving.id,
          ...chosen,
          acceptsLate: late,
        })
        return { said: booking.doneMove, id: moving.id, chosen }
      }
      const { appointmentId, isRequest } = await callFunction('book-appointment', {
        appointmentType: typeKey,
        ...chosen,
        ...(fees.version !== undefined && { acceptsFeesOf: fees.version }),
      })
      return { said: isRequest ? booking.doneRequest : booking.done, id: appointmentId, chosen }
    },
    onSuccess: ({ said, id, chosen }) => {
      toast.success(said, { description: whenOf(chosen.startsAt, clinic.time_zone) })
      onDone(id)
    },
    onError,
    onSettled: refresh,
  })

  const whenOf = (startsAt: string, timeZone: string) =>
    visitWhen({ startsAt, timeZone, date: dateIn(new Date(startsAt), timeZone) }, timeZone)

  return (
    <Card>
      <CardTitle>{moving ? booking.moveTitle : booking.title}</CardTitle>
      <p className="mt-1 text-form text-muted">{booking.zone(clinic.time_zone)}</p>
      {moving && (
        <p className="mt-1 text-muted">{booking.present(whenOf(moving.startsAt, moving.timeZone))}</p>
      )}
      {late && hours > 0 && (
        <Notice tone="warning" className="mt-4">
          {texts.late(hours)} {type?.cancelPolicy}
        </Notice>
      )}
      <div className="mt-5 space-y-6">
        {time ? (
          <ConfirmTime
            when={whenOf(time.startsAt, clinic.time_zone)}
            isBusy={book.isPending}
            action={
              moving
                ? booking.confirmMove
                : type?.patientsBook === 'request'
                  ? booking.confirmRequest
                  : booking.confirm
            }
            rules={[
              !moving && (type?.patientsBook === 'request' ? booking.request : booking.held),
              hours > 0 && isLate(time.startsAt, hours, serverNow())
                ? texts.late(hours)
                : texts.policy(hours),
              type?.cancelPolicy,
            ]}
            onConfirm={() => fees.unlessMissing(() => book.mutate(time))}
            terms={
              fees.type && (
                <Suspense fallback={<Skeleton className="h-40 rounded-card" />}>
                  <AcceptFees {...fees.props} fees={fees.type} currency={clinic.currency} />
                </Suspense>
              )
            }
            onOther={() => void navigate(-1)}
          >
            {type?.name}
            {` ${texts.with(providers.find(({ id }) => id === time.providerId)?.name ?? '')}`}
            {type && `, ${texts.minutes(moving?.durationMinutes ?? type.durationMinutes)}`}
            {inPlan && <span className="mt-4 block">{inPlan}</span>}
          </ConfirmTime>
        ) : (
          <>
            <div className="grid gap-5 sm:grid-cols-2">
              {!moving && (
                <Field label={booking.type}>
                  {(control) => (
                    <Select
                      {...control}
                      value={typeKey}
                      onChange={(event) => {
                        setType(event.target.value)
                        setProvider('')
                      }}
                    >
                      {types.map(({ key, name, durationMinutes }) => (
                        <option key={key} value={key}>
                          {name}, {texts.minutes(durationMinutes)}
                        </option>
                      ))}
                    </Select>
                  )}
                </Field>
              )}
              <Field label={booking.provider}>
                {(control) => (
                  <Select
                    {...control}
                    value={providerId}
                    onChange={(event) => setProvider(event.target.value)}
                  >
                    <option value="">{booking.anybody}</option>
                    {offered.map(({ id, name, title }) => (
                      <option key={id} value={id}>
                        {title ? `${name}, ${title}` : name}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            </div>
            {inPlan && <p className="text-form text-muted">{inPlan}</p>}
            <PickTime
              key={`${typeKey} ${providerId}`}
              slug={slug}
              wish={{
                appointmentType: typeKey,
                providerId: providerId || undefined,
                appointmentId: moving?.id,
              }}
              today={dateIn(serverNow(), clinic.time_zone)}
              near={lastAt && dateIn(new Date(lastAt), clinic.time_zone)}
              present={providerId === '' || providerId === moving?.providerId ? moving?.startsAt : undefined}
              isBusy={hold.isPending}
              noTime={renderNoTime(typeKey)}
              onPick={(chosen) => hold.mutate(chosen)}
            />
          </>
        )}
        <Button variant="quiet" onClick={() => onDone(null)}>
          {booking.back}
        </Button>
      </div>
    </Card>
  )
}

/** The patient's acceptance of the fees of a kind of visit. @param type undefined: none is booked */
function useFees(type: VisitType | undefined) {
  const [accepted, setAccepted] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const hasFees = type && (type.lateCancelCents !== null || type.noShowCents !== null)
  // of this version: after a change of the fees the patient accepts them again
  const offered = hasFees ? `${type.key} ${type.version}` : null
  const isAccepted = offered !== null && accepted === offered
  return {
    type: hasFees ? type : null,
    version: isAccepted ? type?.version : undefined,
    props: {
      isAccepted,
      isMissing: isMissing && !isAccepted,
      onChange: (isChecked: boolean) => setAccepted(isChecked ? offered : null),
    },
    reset: () => setAccepted(null),
    unlessMissing(then: () => void) {
      if (offered !== null && !isAccepted) setMissing(true)
      else then()
    },
  }
}
