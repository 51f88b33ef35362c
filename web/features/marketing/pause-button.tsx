import { Pause, Play } from 'lucide-react'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { Button } from '#web/components/ui/button.tsx'
import { cn } from '#web/components/ui/class-names.ts'

const texts = marketingTexts.landing

/** Pauses automatic movement (WCAG 2.2.2). */
export function PauseButton({
  isPaused,
  onChange,
  className,
}: {
  isPaused: boolean
  onChange(isPaused: boolean): void
  className?: string
}) {
  const Icon = isPaused ? Play : Pause
  return (
    <Button
      variant="quiet"
      size="icon"
      className={cn('scriptless:hidden', className)}
      aria-label={isPaused ? texts.play : texts.pause}
      onClick={() => onChange(!isPaused)}
    >
      <Icon aria-hidden />
    </Button>
  )
}
