import { cn } from './class-names.ts'

export function Separator({ className }: { className?: string }) {
  return <hr className={cn('border-line', className)} />
}
