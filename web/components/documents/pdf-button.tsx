import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** A row's button for a PDF. @param label accessible name, with the document and row */
export function PdfButton({
  icon,
  text,
  label,
  isBusy,
  onClick,
}: {
  icon: ReactNode
  text: string
  label: string
  isBusy: boolean
  onClick(): void
}) {
  return (
    <Button
      variant="outline"
      size="small"
      aria-label={label}
      aria-disabled={isBusy || undefined}
      onClick={() => isBusy || onClick()}
    >
      {isBusy ? <Spinner /> : icon}
      {text}
    </Button>
  )
}
