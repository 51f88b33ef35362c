import { cn } from './ui/class-names.ts'

/** One line, in which a long address is cut with an ellipsis; on phones whole, and wrapped before its `@`. */
export function AddressText({ children, className }: { children: string; className?: string }) {
  const at = children.indexOf('@')
  return (
    <span
      title={children}
      className={cn(
        'inline-block max-w-full truncate align-bottom max-sm:wrap-anywhere max-sm:whitespace-normal',
        className,
      )}
    >
      {at > 0 && children.slice(0, at)}
      {at > 0 && <wbr />}
      {children.slice(Math.max(at, 0))}
    </span>
  )
}
