import { cn } from './ui/class-names.ts'

/** One line; a long address is cut with an ellipsis. */
export function AddressText({ children, className }: { children: string; className?: string }) {
  return (
    <span title={children} className={cn('inline-block max-w-full truncate align-bottom', className)}>
      {children}
    </span>
  )
}
