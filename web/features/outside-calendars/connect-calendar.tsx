import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type CalendarService, calendarReturn } from '#domain/outside-calendars/outside-calendars.ts'
import { outsideCalendarTexts as texts } from '#domain/texts/outside-calendars.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
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
  const back = useReturn(onDone)
  const connect = useConnect()
  const problem = back.problem ?? (connect.error && (refusalSentence(connect.error) ?? texts.tryAgain))
  if (back.isConnecting)
    return (
      <p role="status" className="mt-5 text-form text-muted">
        {texts.connecting}
      </p>
    )
  if (services.length === 0 && !problem) return null
  return (
    <div className="mt-5 space-y-3" ref={back.place}>
      {problem && (
        <Notice tone="warning" title={texts.connectFailed}>
          <p>{problem}</p>
        </Notice>
      )}
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

function useReturn(onDone: () => Promise<void>) {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const used = useRef('')
  const done = useRef(onDone)
  done.current = onDone
  const { mutate, isPending } = useMutation({
    mutationFn: (answer: { code: string; state: string }) => callFunction('finish-outside-calendar', answer),
    onSuccess: () => toast.success(texts.added),
    onError: (error) => setProblem(refusalSentence(error) ?? texts.tryAgain),
    onSettled: () => done.current(),
  })
  useEffect(() => {
    const answer = calendarReturn.read(hash)
    if (!answer || used.current === hash) return
    used.current = hash
    void navigate({ search, hash: '' }, { replace: true })
    if (answer === 'denied') setProblem(texts.denied)
    else mutate(answer)
  }, [hash, search, navigate, mutate])
  // the card is below the fold of a phone
  const place = (element: HTMLElement | null) => {
    if (problem) element?.scrollIntoView({ block: 'center' })
  }
  return { problem, isConnecting: isPending, place }
}
