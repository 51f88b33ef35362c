import { cn } from './class-names.ts'

/** Always next to a text that names the activity. */
export function Spinner({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn('spinner', className)} />
}
