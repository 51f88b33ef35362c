import type { LucideIcon } from 'lucide-react'
import { Button } from './ui/button.tsx'

/** An action of a row: text on wide screens, an icon on phones. @param name accessible name, including the row's */
export function RowAction({
  icon: Icon,
  label,
  name,
  isBusy,
  onAct,
}: {
  icon: LucideIcon
  label: string
  name: string
  isBusy: boolean
  onAct(): void
}) {
  return (
    <Button
      variant="quiet"
      className="px-2 text-form whitespace-nowrap max-sm:min-w-11"
      aria-label={name}
      disabled={isBusy}
      onClick={onAct}
    >
      <Icon aria-hidden className="sm:hidden" />
      <span className="max-sm:hidden">{label}</span>
    </Button>
  )
}
