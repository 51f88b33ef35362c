import { CircleCheck, CircleDashed, CircleDot } from 'lucide-react'
import type { StepState } from '#domain/care-plans/care-plans.ts'
import { cn } from '#web/components/ui/class-names.ts'

const icons = {
  done: CircleCheck,
  current: CircleDot,
  planned: CircleDashed,
} as const satisfies Record<StepState, unknown>

export function StepIcon({ state, className }: { state: StepState; className?: string }) {
  const Icon = icons[state]
  return (
    <Icon
      aria-hidden
      className={cn('size-5 flex-none', state === 'planned' ? 'text-muted' : 'text-primary', className)}
    />
  )
}
