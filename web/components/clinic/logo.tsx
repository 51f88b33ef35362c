import { cn } from '../ui/class-names.ts'

/** The product's mark. Decorative next to its name. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cn('size-8 flex-none text-accent', className)}>
      <path
        d="M7.5 3H13L29 19V24.5A4.5 4.5 0 0 1 24.5 29H7.5A4.5 4.5 0 0 1 3 24.5V7.5A4.5 4.5 0 0 1 7.5 3Z"
        fill="currentColor"
      />
      <path
        d="M13 3L29 19H16A3 3 0 0 1 13 16Z"
        className="fill-[color-mix(in_oklab,var(--accent)_48%,white)]"
      />
    </svg>
  )
}

export function Logo({ name, className }: { name: string; className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-2.5', className)}>
      <LogoMark />
      <span className="font-display text-h3 font-semibold">{name}</span>
    </span>
  )
}
