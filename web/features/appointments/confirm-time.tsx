import { type ReactNode, useEffect, useRef } from 'react'
import { ownAppointmentTexts } from '#domain/texts/own-appointments.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'

const { booking } = ownAppointmentTexts

/** The last step of booking or moving a visit. Takes focus, because the pressed time is gone. */
export function ConfirmTime({
  when,
  rules,
  action,
  isBusy,
  onConfirm,
  onOther,
  terms,
  children,
}: {
  when: string
  rules: readonly (string | false | null | undefined)[]
  action: string
  isBusy: boolean
  onConfirm(): void
  onOther(): void
  /** above the button */
  terms?: ReactNode
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-label={booking.confirmTitle} className="space-y-4">
      <h3 ref={heading} tabIndex={-1} className="text-lead font-semibold">
        {booking.confirmTitle}
      </h3>
      <p>
        <span className="block font-display text-h3 font-medium">{when}</span>
        {children}
      </p>
      <p className="text-form text-muted">{rules.filter(Boolean).join(' ')}</p>
      {terms}
      <div className="flex flex-wrap gap-3">
        <Button disabled={isBusy} onClick={onConfirm}>
          {isBusy && <Spinner />}
          {isBusy ? booking.busy : action}
        </Button>
        <Button variant="outline" disabled={isBusy} onClick={onOther}>
          {booking.other}
        </Button>
      </div>
    </section>
  )
}
