import { clinicInitials } from '#domain/clinics/clinic-mark.ts'
import { cn } from '../ui/class-names.ts'

/** A clinic's initials on its color, one corner folded. Decorative next to its name. */
export function ClinicMark({ name, className }: { name: string; className?: string }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className={cn('size-10 flex-none text-primary', className)}>
      <path d="M9 0H28L40 12V31A9 9 0 0 1 31 40H9A9 9 0 0 1 0 31V9A9 9 0 0 1 9 0Z" fill="currentColor" />
      <path d="M28 0V9A3 3 0 0 0 31 12H40Z" className="fill-[color-mix(in_oklab,var(--primary)_55%,white)]" />
      <text
        x="19"
        y="27.5"
        textAnchor="middle"
        className="fill-on-primary font-display text-[1.0625rem] font-semibold"
      >
        {clinicInitials(name)}
      </text>
    </svg>
  )
}
