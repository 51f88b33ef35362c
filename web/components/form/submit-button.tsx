import type { ComponentProps } from 'react'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** Submits the form. While `isBusy` it ignores presses but stays focusable. */
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
