import { cn } from './class-names.ts'

export function Progress({
  value,
  max = 100,
  label,
  className,
}: {
  value: number
  max?: number
  label: string
  className?: string
}) {
  return <progress className={cn('progress', className)} value={value} max={max} aria-label={label} />
}
