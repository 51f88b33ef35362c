import { type ReactNode, useState } from 'react'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'

export interface Question {
  title: ReactNode
  consequence: ReactNode
  keep: string
  action: string
}

/**
 * The dialog stays open while `isBusy`.
 *
 * @param onAction receives a function that closes the dialog
 * @param children further content of the dialog
 */
export function AskFirst({
  label,
  accessibleLabel,
  className,
  variant = 'outline',
  size,
  ask,
  isBusy,
  isDisabled = false,
  onAction,
  children,
}: {
  label: string
  /** Accessible name, if a page has several such buttons. */
  accessibleLabel?: string
  className?: string
  /** `link` if the screen has another main action. */
  variant?: 'outline' | 'link'
  size?: 'small'
  ask: Question
  isBusy: boolean
  isDisabled?: boolean
  onAction(close: () => void): void
  children?: ReactNode
}) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant={variant}
        {...(size && { size })}
        className={className}
        aria-label={accessibleLabel}
        disabled={isDisabled}
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
