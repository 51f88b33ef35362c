import { daysBetween } from '../values/zones.ts'

export const invoiceAges = ['current', 'days30', 'days60', 'days90', 'older'] as const
export type InvoiceAge = (typeof invoiceAges)[number]

/** The instant from which an open invoice's age counts: when it is due, or its issue if a card pays it. */
export function agesFrom({ dueAt, issuedAt }: { dueAt: string | null; issuedAt: string }): string {
  return dueAt ?? issuedAt
}

/** @param from and `today` in the clinic's zone */
export function invoiceAge(from: string, today: string): InvoiceAge {
  const days = daysBetween(from, today)
  if (days <= 0) return 'current'
  if (days <= 30) return 'days30'
  if (days <= 60) return 'days60'
  return days <= 90 ? 'days90' : 'older'
}
