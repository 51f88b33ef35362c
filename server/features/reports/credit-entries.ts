import type { MoneyEntry } from '#domain/reports/entries.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { EntryRange } from './money-entries.ts'

const noMoney = {
  ...{ amountCents: 0, taxCents: 0, netCents: 0, feeCents: 0, bankCents: 0, writtenOffCents: 0 },
  ...{ planName: null, receipt: null, method: null, writeOffReason: null, refundReason: null, payout: null },
  ...{ taxName: null, taxRatePpm: null, postings: [] },
}

/** Changes of payers' credits as rows beside the ledger, which has none of them (docs/decisions/0192). In the caller's role. */
export async function creditEntries(
  tx: Tx,
  { clinicId, from, until }: EntryRange,
  timeZone: string,
): Promise<{ entries: MoneyEntry[]; patientIds: string[] }> {
  const rows = await tx
    .selectFrom('credits as c')
    .innerJoin('patients as p', (join) =>
      join.onRef('p.clinic_id', '=', 'c.clinic_id').onRef('p.id', '=', 'c.patient_id'),
    )
    .leftJoin('invoices as i', (join) =>
      join.onRef('i.clinic_id', '=', 'c.clinic_id').onRef('i.id', '=', 'c.invoice_id'),
    )
    .select(['c.id', 'c.amount_cents', 'c.currency', 'c.occurred_at', 'c.patient_id'])
    .select(['p.full_name', 'i.number'])
    .where('c.clinic_id', '=', clinicId)
    .where('c.occurred_at', '>=', from)
    .where('c.occurred_at', '<', until)
    .orderBy('c.occurred_at')
    .orderBy('c.place')
    .execute()
  return {
    entries: rows.map((row) => ({
      ...noMoney,
      kind: 'credit',
      on: dateIn(row.occurred_at, timeZone),
      currency: row.currency,
      reference: row.id,
      patientName: row.full_name,
      invoiceNumber: row.number,
      creditCents: row.amount_cents,
    })),
    patientIds: [...new Set(rows.map(({ patient_id }) => patient_id))],
  }
}
