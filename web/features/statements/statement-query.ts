import { queryOptions } from '@tanstack/react-query'
import type { RevenueLine } from '#domain/statements/commission.ts'
import { referenceOf, type StatementLine } from '#domain/statements/csv.ts'
import type { ClosedStatementView } from '#domain/statements/statements.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { readAll } from '#web/lib/fetch/read-all.ts'

/** A line with the patient's name; null if the payment is no longer known. */
export type NamedStatementLine = StatementLine & { patientName: string | null }

export interface StatementWithLines {
  statement: ClosedStatementView
  lines: NamedStatementLine[]
}

/** A closed month with all its lines, oldest first; null without a statement. Admins only. */
export function statementQuery(slug: string | null, month: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'statement', month),
    // a closed month never changes
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<StatementWithLines | null> => {
      const statement = await readStatement(month, signal)
      if (!statement) return null
      const rows = await readLines(statement.id, signal)
      const sources = await readSources(
        rows.map(({ journal }) => referenceOf(journal.key)),
        signal,
      )
      const lines = rows.flatMap(
        ({ amount_cents, journal: { kind, key, occurred_at } }): NamedStatementLine[] => {
          if (!isRevenueKind(kind)) return []
          const reference = referenceOf(key)
          const source = sources.get(reference) ?? { invoiceNumber: null, patientName: null }
          return [{ kind, reference, occurredAt: occurred_at, amountCents: amount_cents, ...source }]
        },
      )
      return { statement, lines: lines.toSorted((a, b) => a.occurredAt.localeCompare(b.occurredAt, 'en-US')) }
    },
  })
}

async function readStatement(month: string, signal: AbortSignal): Promise<ClosedStatementView | null> {
  const { data, error } = await rest
    .from('statements')
    .select(
      'id,month,timeZone:time_zone,currency,policy,rateBps:rate_bps,feeCents:fee_cents,members,grossCents:gross_cents,refundsCents:refunds_cents,carriedInCents:carried_in_cents,netCents:net_cents,commissionCents:commission_cents,carriedOutCents:carried_out_cents,status,closedAt:closed_at',
    )
    .eq('month', month)
    .abortSignal(signal)
    .maybeSingle()
  if (error) throw error
  return data
}

async function readLines(statementId: string, signal: AbortSignal) {
  return readAll((from, to) =>
    rest
      .from('statement_lines')
      .select('amount_cents,journal(kind,key,occurred_at)')
      .eq('statement_id', statementId)
      .order('journal_id')
      .range(from, to)
      .abortSignal(signal),
  )
}

// amounts between the clinic and Carefold are not revenue
const revenueKinds: readonly string[] = [
  'charge',
  'refund',
  'refund_failed',
  'dispute_lost',
  'payment_reversed',
] satisfies RevenueLine['kind'][]

function isRevenueKind(kind: string): kind is RevenueLine['kind'] {
  return revenueKinds.includes(kind)
}

interface Source {
  patientName: string | null
  invoiceNumber: string | null
}

// a URL can be 16 KB long, and a Stripe id has about 30 characters
const idsPerRead = 100

/** Patient and invoice by the id of the charge, refund or dispute. */
async function readSources(references: string[], signal: AbortSignal): Promise<Map<string, Source>> {
  const reads: Promise<[string, Source][]>[] = []
  for (let start = 0; start < references.length; start += idsPerRead) {
    const ids = references.slice(start, start + idsPerRead)
    reads.push(readPayments(ids, signal), readRefunds(ids, signal), readDisputes(ids, signal))
  }
  return new Map((await Promise.all(reads)).flat())
}

async function readPayments(ids: string[], signal: AbortSignal): Promise<[string, Source][]> {
  const { data, error } = await rest
    .from('payments')
    .select('id,patient:patients(full_name),invoice:invoices(number)')
    .in('id', ids)
    .abortSignal(signal)
  if (error) throw error
  return data.map(({ id, patient, invoice }) => [id, sourceOf(patient, invoice)])
}

async function readRefunds(ids: string[], signal: AbortSignal): Promise<[string, Source][]> {
  const { data, error } = await rest
    .from('refunds')
    .select('id,patient:patients(full_name),payment:payments(invoice:invoices(number))')
    .in('id', ids)
    .abortSignal(signal)
  if (error) throw error
  return data.map(({ id, patient, payment }) => [id, sourceOf(patient, payment?.invoice)])
}

async function readDisputes(ids: string[], signal: AbortSignal): Promise<[string, Source][]> {
  const { data, error } = await rest
    .from('disputes')
    .select('id,patient:patients(full_name),payment:payments(invoice:invoices(number))')
    .in('id', ids)
    .abortSignal(signal)
  if (error) throw error
  return data.map(({ id, patient, payment }) => [id, sourceOf(patient, payment?.invoice)])
}

function sourceOf(
  patient: { full_name: string } | null,
  invoice: { number: string | null } | null | undefined,
): Source {
  return { patientName: patient?.full_name ?? null, invoiceNumber: invoice?.number ?? null }
}
