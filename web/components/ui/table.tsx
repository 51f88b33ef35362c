import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

/**
 * A cell's position on phones, where a row takes two lines of 72 px: `title` and `amount` above, `note` and `badge`
 * below; `both` and `side` span both lines, `menu` is at the end. `below` is a third line for several buttons. A cell
 * without a position is hidden there.
 */
export type PhonePlace = 'title' | 'amount' | 'note' | 'badge' | 'both' | 'side' | 'menu' | 'below'

/**
 * A table in its own card. On phones every row takes two lines: give the cells that matter there a place.
 *
 * ```tsx
 * <Table label="Invoices">
 *   <thead><tr><th scope="col">Patient</th><th scope="col" data-align="end">Pays</th></tr></thead>
 *   <tbody><tr><Cell phone="title">…</Cell><Cell phone="amount" align="end">$49.00</Cell></tr></tbody>
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
  phone,
  align,
  ...props
}: Omit<ComponentProps<'td'>, 'align'> & { phone?: PhonePlace; align?: 'end' }) {
  return <td data-phone={phone} data-align={align} {...props} />
}

export function Heads({ of }: { of: readonly (string | { text: string; align: 'end' })[] }) {
  return (
    <thead>
      <tr>
        {of.map((head) => {
          const { text, align } = typeof head === 'string' ? { text: head, align: undefined } : head
          return (
            <th key={text} scope="col" data-align={align}>
              {text}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
