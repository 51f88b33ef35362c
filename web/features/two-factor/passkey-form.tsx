import { KeyRound } from 'lucide-react'
import { type ReactNode, useActionState } from 'react'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { twoFactorFailure } from './failure.ts'
import { useCeremony } from './use-ceremony.ts'

/** @param ask runs the ceremony; resolves to the error or null @param isWhole the button has the width of its card */
export function PasskeyForm({
  label,
  busyText,
  isWhole = false,
  ask,
  onDone,
  children,
}: {
  label: string
  busyText: string
  isWhole?: boolean
  ask(signal: AbortSignal): Promise<unknown>
  onDone(): void
  children?: ReactNode
}) {
  const ceremony = useCeremony()
  const [failure, submit, isBusy] = useActionState(async (): Promise<string | null> => {
    const error = await ask(ceremony.start())
    if (error) return twoFactorFailure(error)
    onDone()
    return null
  }, null)

  return (
    <form className="space-y-5" action={submit}>
      {failure && !isBusy && <Notice tone="danger">{failure}</Notice>}
      {children}
      <SubmitButton
        isBusy={isBusy}
        busyText={busyText}
        {...(isWhole && { size: 'large', className: 'w-full' })}
      >
        <KeyRound aria-hidden />
        {label}
      </SubmitButton>
    </form>
  )
}
