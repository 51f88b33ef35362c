import { cn } from './ui/class-names.ts'

/** An email or web address on one line: it never breaks inside, and one wider than its place ends in an ellipsis. */
export function AddressText({ children, className }: { children: string; className?: string }) {
  return (
    <span title={children} className={cn('inline-block max-w-full truncate align-bottom', className)}>
      {children}
    </span>
  )
}
