import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type CalendarService, calendarReturn } from '#domain/outside-calendars/outside-calendars.ts'
import { outsideCalendarTexts as texts } from '#domain/texts/outside-calendars.ts'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { useConnect } from './use-connect.ts'

/** Starts a connection to a service, and completes it when the browser returns from there. */
export default function ConnectCalendar({
  services,
  onDone,
}: {
  /** That are not connected yet. */
  services: readonly CalendarService[]
  onDone(): Promise<void>
}) {
  const isFinishing = useReturn(onDone)
  const connect = useConnect()
  if (isFinishing)
    return (
      <p role="status" className="mt-5 text-form text-muted">
        {texts.connecting}
      </p>
    )
  if (services.length === 0) return null
  return (
    <div className="mt-5 space-y-3">
      <p className="text-form text-muted">{texts.connectLead}</p>
      <div className="flex flex-wrap gap-3">
        {services.map((service) => (
          <Button
            key={service}
            variant="outline"
            aria-disabled={connect.isPending || undefined}
            onClick={() => connect.isPending || connect.mutate(service)}
          >
            {connect.isPending && connect.variables === service
              ? texts.connecting
              : texts.connect(texts.services[service])}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** Toasts, because the card is below the fold. @returns whether the connection is being completed */
function useReturn(onDone: () => Promise<void>): boolean {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const used = useRef('')
  const done = useRef(onDone)
  done.current = onDone
  const { mutate, isPending } = useMutation({
    mutationFn: (answer: { code: string; state: string }) => callFunction('finish-outside-calendar', answer),
    onSuccess: () => toast.success(texts.added),
    onError: (error) => toast.error(texts.connectFailed, describeRefusal(error)),
    onSettled: () => done.current(),
  })
  useEffect(() => {
    const answer = calendarReturn.read(hash)
    if (!answer || used.current === hash) return
    used.current = hash
    void navigate({ search, hash: '' }, { replace: true })
    if (answer === 'denied') toast.error(texts.connectFailed, { description: texts.denied })
    else mutate(answer)
  }, [hash, search, navigate, mutate])
  return isPending
}
