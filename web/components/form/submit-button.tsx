import type { ComponentProps } from 'react'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'

/**
 * Sends the form. Says what goes on while `isBusy` and takes no second press; stays focusable, so that the place on the
 * page is not lost.
 */
export function SubmitButton({
  isBusy,
  busyText,
  children,
  disabled,
  ...props
}: ComponentProps<typeof Button> & { isBusy: boolean; busyText: string }) {
  return (
    <Button
      type="submit"
      aria-disabled={isBusy || undefined}
      disabled={disabled}
      onClick={(event) => isBusy && event.preventDefault()}
      {...props}
    >
      {isBusy && <Spinner />}
      {isBusy ? busyText : children}
    </Button>
  )
}
