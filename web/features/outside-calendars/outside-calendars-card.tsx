import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { shortDay } from '#domain/appointments/visit-time.ts'
import type { OutsideCalendar } from '#domain/outside-calendars/outside-calendars.ts'
import { outsideCalendarTexts as texts } from '#domain/texts/outside-calendars.ts'
import { formatClock } from '#domain/values/dates.ts'
import { dateIn } from '#domain/values/zones.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Waiting } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'

const AddCalendar = lazy(() => loadPart(() => import('./add-calendar.tsx')))

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
  return (
    <Card>
      <CardTitle>{texts.title}</CardTitle>
      <CardNote>{texts.lead}</CardNote>
      {own.data.calendars.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {own.data.calendars.map((calendar) => (
            <CalendarRow key={calendar.id} calendar={calendar} timeZone={clinic.time_zone} onDone={refresh} />
          ))}
        </ul>
      )}
      <Suspense fallback={<Waiting />}>
        <AddCalendar onDone={refresh} />
      </Suspense>
    </Card>
  )
}

function CalendarRow({
  calendar: { id, host, readAt, failure },
  timeZone,
  onDone,
}: {
  calendar: OutsideCalendar
  timeZone: string
  onDone(): Promise<void>
}) {
  const [isAsking, setAsking] = useState(false)
  const onError = (error: Error) => toast.error(texts.saveFailed, describeRefusal(error))
  const read = useMutation({
    mutationFn: () => callFunction('read-outside-calendar', { id }),
    onSuccess: (calendar) => {
      if (calendar.failure) toast.error(texts.failures[calendar.failure])
      else toast.success(texts.readDone)
    },
    onError,
    onSettled: onDone,
  })
  const remove = useMutation({
    mutationFn: () => callFunction('remove-outside-calendar', { id }),
    onSuccess: () => {
      setAsking(false)
      toast.success(texts.removed)
    },
    onError,
    onSettled: onDone,
  })
  const time = `${shortDay(dateIn(new Date(readAt), timeZone))}, ${formatClock(new Date(readAt), timeZone)}`
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56 text-form">
        <p className="font-semibold [overflow-wrap:anywhere]">{host}</p>
        {failure ? (
          <p className="text-danger">
            {texts.failures[failure]} {texts.lastTimes(time)}
          </p>
        ) : (
          <p className="text-muted">{texts.readAt(time)}</p>
        )}
      </div>
      <Button
        variant="outline"
        size="small"
        aria-disabled={read.isPending || undefined}
        onClick={() => read.isPending || read.mutate()}
      >
        {read.isPending ? texts.reading : texts.readNow}
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-label={texts.removeLabel(host)}
        onClick={() => setAsking(true)}
      >
        {texts.remove}
      </Button>
      {isAsking && (
        <AlertDialog
          open
          onOpenChange={(open) => open || remove.isPending || setAsking(false)}
          title={texts.removeTitle}
          consequence={texts.removeText}
          safeLabel={texts.keep}
          actionLabel={texts.remove}
          isBusy={remove.isPending}
          onAction={() => remove.mutate()}
        />
      )}
    </li>
  )
}
