import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { shortDay } from '#domain/appointments/visit-time.ts'
import type { OutsideCalendar } from '#domain/outside-calendars/outside-calendars.ts'
import { failureText, outsideCalendarTexts as texts } from '#domain/texts/outside-calendars.ts'
import { formatClock } from '#domain/values/dates.ts'
import { dateIn } from '#domain/values/zones.ts'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { useConnect } from './use-connect.ts'

/** One of a provider's calendars: an address, or a service. */
export default function CalendarRow({
  calendar: { id, source, host, readAt, failure },
  timeZone,
  onDone,
}: {
  calendar: OutsideCalendar
  timeZone: string
  onDone(): Promise<void>
}) {
  const [isAsking, setAsking] = useState(false)
  const onError = (error: Error) => toast.error(texts.saveFailed, describeRefusal(error))
  const connect = useConnect()
  const read = useMutation({
    mutationFn: () => callFunction('read-outside-calendar', { id }),
    onSuccess: (calendar) => {
      if (calendar.failure) toast.error(failureText(calendar.failure, source))
      else toast.success(texts.readDone)
    },
    onError,
    onSettled: onDone,
  })
  const remove = useMutation({
    mutationFn: () => callFunction('remove-outside-calendar', { id }),
    onSuccess: () => {
      setAsking(false)
      toast.success(source === 'address' ? texts.removed : texts.disconnected)
    },
    onError,
    onSettled: onDone,
  })
  const time = `${shortDay(dateIn(new Date(readAt), timeZone))}, ${formatClock(new Date(readAt), timeZone)}`
  const words = wordsOf(source, host)
  const isAgain = source !== 'address' && (failure === 'revoked' || failure === 'refused')
  const action = isAgain
    ? {
        isPending: connect.isPending,
        label: connect.isPending ? texts.connecting : texts.connectAgain,
        name: texts.connectAgainLabel(words.name),
        run: () => connect.mutate(source),
      }
    : {
        isPending: read.isPending,
        label: read.isPending ? texts.reading : texts.readNow,
        run: () => read.mutate(),
      }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56 text-form">
        <p className="font-semibold [overflow-wrap:anywhere]">{words.name}</p>
        {failure ? (
          <p className="text-danger">
            {failureText(failure, source)} {texts.lastTimes(time)}
          </p>
        ) : (
          <p className="text-muted">{texts.readAt(time)}</p>
        )}
      </div>
      <Button
        variant="outline"
        size="small"
        aria-label={action.name}
        aria-disabled={action.isPending || undefined}
        onClick={() => action.isPending || action.run()}
      >
        {action.label}
      </Button>
      <Button variant="quiet" size="small" aria-label={words.removeLabel} onClick={() => setAsking(true)}>
        {words.remove}
      </Button>
      {isAsking && (
        <AlertDialog
          open
          onOpenChange={(open) => open || remove.isPending || setAsking(false)}
          title={words.title}
          consequence={words.text}
          safeLabel={texts.keep}
          actionLabel={words.remove}
          isBusy={remove.isPending}
          onAction={() => remove.mutate()}
        />
      )}
    </li>
  )
}

function wordsOf(source: OutsideCalendar['source'], host: string) {
  if (source === 'address')
    return {
      name: host,
      remove: texts.remove,
      removeLabel: texts.removeLabel(host),
      title: texts.removeTitle,
      text: texts.removeText,
    }
  const name = texts.services[source]
  return {
    name,
    remove: texts.disconnect,
    removeLabel: texts.disconnectLabel(name),
    title: texts.disconnectTitle(name),
    text: texts.disconnectTexts[source],
  }
}
