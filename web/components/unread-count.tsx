import { cn } from './ui/class-names.ts'

export function UnreadCount({
  count,
  words,
  className,
}: {
  count: number
  words: string
  className?: string
}) {
  if (count === 0) return null
  return (
    <span
      className={cn(
        'inline-block min-w-5 rounded-full bg-primary px-1.5 text-center text-note leading-5 font-semibold text-on-primary tabular-nums',
        className,
      )}
    >
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{words}</span>
    </span>
  )
}
