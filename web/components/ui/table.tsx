import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

/**
 * A table in its own card. On phones every row becomes a card: give each cell its column's name.
 *
 * ```tsx
 * <Table label="Members">
 *   <thead><tr><th scope="col">Member</th><th scope="col" data-align="end">Pays</th></tr></thead>
 *   <tbody><tr><td>…</td><Cell label="Pays" align="end">$49.00</Cell></tr></tbody>
 * </Table>
 * ```
 */
export function Table({ label, className, ...props }: ComponentProps<'table'> & { label: string }) {
  return (
    <div className="card overflow-x-auto">
      <table aria-label={label} className={cn('table', className)} {...props} />
    </div>
  )
}

export function Cell({
  label,
  align,
  ...props
}: Omit<ComponentProps<'td'>, 'align'> & { label: string; align?: 'end' }) {
  return <td data-label={label} data-align={align} {...props} />
}
