import { queryOptions } from '@tanstack/react-query'
import { referenceOf, type StatementLine } from '#domain/statements/csv.ts'
import type { ClosedStatementView } from '#domain/statements/statements.ts'
import { rest } from '#web/lib/api.ts'
import { clinicKey } from '#web/lib/query-client.ts'

/** A line with the patient it came from; null for somebody whose payment is no longer known. */
export type NamedStatementLine = StatementLine & { patientName: string | null }

export interface StatementWithLines {
  statement: ClosedStatementView
  lines: NamedStatementLine[]
}

/** A closed month with every line it is made of, oldest first; null when the month has no statement. Admins only. */
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
      const lines = rows.map(({ amount_cents, journal }): NamedStatementLine => {
        const reference = referenceOf(journal.key)
        const source = sources.get(reference)
        return {
          kind: journal.kind,
          reference,
          occurredAt: journal.occurred_at,
          amountCents: amount_cents,
          invoiceNumber: source?.invoiceNumber ?? null,
          patientName: source?.patientName ?? null,
        }
      })
      return { statement, lines: lines.toSorted((a, b) => a.occurredAt.localeCompare(b.occurredAt)) }
    },
  })
}

async function readStatement(month: string, signal: AbortSignal): Promise<ClosedStatementView | null> {
  const { data, error } = await rest
    .from('statements')
    .select(
      'id,month,timeZone:time_zone,currency,policy,rateBps:rate_bps,grossCents:gross_cents,refundsCents:refunds_cents,carriedInCents:carried_in_cents,netCents:net_cents,commissionCents:commission_cents,carriedOutCents:carried_out_cents,status,closedAt:closed_at',
    )
    .eq('month', month)
    .abortSignal(signal)
    .maybeSingle()
  if (error) throw error
  return data as ClosedStatementView | null
}

interface LineRow {
  amount_cents: number
  journal: { kind: StatementLine['kind']; key: string; occurred_at: string }
}

// the data API gives at most 1000 rows an answer
const rowsPerRead = 1000

async function readLines(statementId: string, signal: AbortSignal): Promise<LineRow[]> {
  const rows: LineRow[] = []
  while (rows.length % rowsPerRead === 0) {
    const { data, error } = await rest
      .from('statement_lines')
      .select('amount_cents,journal(kind,key,occurred_at)')
      .eq('statement_id', statementId)
      .order('journal_id')
      .range(rows.length, rows.length + rowsPerRead - 1)
      .abortSignal(signal)
    if (error) throw error
    if (data.length === 0) break
    rows.push(...(data as unknown as LineRow[]))
  }
  return rows
}

interface Source {
  patientName: string | null
  invoiceNumber: string | null
}

interface SourceRow {
  id: string
  patient: { full_name: string } | null
  invoice?: { number: string | null } | null
  payment?: { invoice: { number: string | null } | null } | null
}

// an address may be 16 KB long, and an id at Stripe has some 30 characters
const idsPerRead = 100

/** Who paid or was refunded, by the id of the charge or refund. */
async function readSources(references: string[], signal: AbortSignal): Promise<Map<string, Source>> {
  const reads: PromiseLike<SourceRow[]>[] = []
  for (let start = 0; start < references.length; start += idsPerRead) {
    const ids = references.slice(start, start + idsPerRead)
    reads.push(
      readRows('payments', 'id,patient:patients(full_name),invoice:invoices(number)', ids, signal),
      readRows(
        'refunds',
        'id,patient:patients(full_name),payment:payments(invoice:invoices(number))',
        ids,
        signal,
      ),
    )
  }
  const rows = (await Promise.all(reads)).flat()
  return new Map(
    rows.map(({ id, patient, invoice, payment }) => [
      id,
      {
        patientName: patient?.full_name ?? null,
        invoiceNumber: invoice?.number ?? payment?.invoice?.number ?? null,
      },
    ]),
  )
}

async function readRows(
  table: string,
  columns: string,
  ids: string[],
  signal: AbortSignal,
): Promise<SourceRow[]> {
  const { data, error } = await rest.from(table).select(columns).in('id', ids).abortSignal(signal)
  if (error) throw error
  return data as unknown as SourceRow[]
}
