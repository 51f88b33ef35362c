import { type ReactNode, useState } from 'react'
import { AlertDialog } from './ui/alert-dialog.tsx'
import { Button } from './ui/button.tsx'

/** What is asked: the thing, the consequence, and the words of both buttons. */
export interface Question {
  title: ReactNode
  consequence: ReactNode
  keep: string
  action: string
}

/**
 * A button that asks before it does what cannot be undone. The question stays while `isBusy`.
 *
 * @param onAction is given what closes the question, to be called once the work has ended
 * @param children further words in the question
 */
export function AskFirst({
  label,
  accessibleLabel,
  className,
  ask,
  isBusy,
  onAction,
  children,
}: {
  label: string
  /** Where a page has several such buttons: of what this one is. */
  accessibleLabel?: string
  className?: string
  ask: Question
  isBusy: boolean
  onAction(close: () => void): void
  children?: ReactNode
}) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="outline"
        className={className}
        aria-label={accessibleLabel}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={(open) => isBusy || setAsking(open)}
        title={ask.title}
        consequence={ask.consequence}
        safeLabel={ask.keep}
        actionLabel={ask.action}
        isBusy={isBusy}
        onAction={() => onAction(() => setAsking(false))}
      >
        {children}
      </AlertDialog>
    </>
  )
}
