import { queryOptions } from '@tanstack/react-query'
import type { BookAccountNames } from '#domain/reports/book-accounts.ts'
import { agesFrom } from '#domain/reports/open-invoices.ts'
import type { Period } from '#domain/reports/periods.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { readAll } from '#web/lib/fetch/read-all.ts'

/** Admins, and staff with the permission set money; so are all reads here. */
export function moneyReportQuery(slug: string, { from, until }: Period) {
  return queryOptions({
    queryKey: clinicKey(slug, 'money-report', from, until),
    queryFn: () => callFunction('money-report', { from, until }),
  })
}

export interface OpenInvoice {
  id: string
  number: string | null
  currency: string
  openCents: number
  /** ISO instants; `dueAt` null: a card pays it. */
  dueAt: string | null
  issuedAt: string
  patientId: string
  patientName: string | null
}

/** The longest open first. */
export function openInvoicesQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'open-invoices'),
    queryFn: async ({ signal }): Promise<OpenInvoice[]> => {
      const rows = await readAll((from, to) =>
        rest
          .from('invoices')
          .select(
            'id,number,currency,amount_due_cents,amount_paid_cents,issued_at,due_at,patient_id,patient:patients(full_name)',
          )
          .eq('status', 'open')
          .order('issued_at')
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      )
      return rows
        .map((row) => ({
          id: row.id,
          number: row.number,
          currency: row.currency,
          openCents: row.amount_due_cents - row.amount_paid_cents,
          dueAt: row.due_at,
          issuedAt: row.issued_at,
          patientId: row.patient_id,
          patientName: row.patient?.full_name ?? null,
        }))
        .filter(({ openCents }) => openCents > 0)
        .sort((a, b) => agesFrom(a).localeCompare(agesFrom(b), 'en-US'))
    },
  })
}

export function bookAccountsQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'book-accounts'),
    queryFn: async ({ signal }): Promise<BookAccountNames> => {
      const { data, error } = await rest.from('book_accounts').select('account,name').abortSignal(signal)
      if (error) throw error
      return Object.fromEntries(data.map(({ account, name }) => [account, name]))
    },
  })
}
