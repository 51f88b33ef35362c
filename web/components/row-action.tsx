import { Button } from './ui/button.tsx'

/** An action of a row. @param name accessible name, including the row's */
export function RowAction({
  label,
  name,
  isBusy,
  onAct,
}: {
  label: string
  name: string
  isBusy: boolean
  onAct(): void
}) {
  return (
    <Button
      variant="quiet"
      className="px-2 text-form whitespace-nowrap"
      aria-label={name}
      disabled={isBusy}
      onClick={onAct}
    >
      {label}
    </Button>
  )
}
