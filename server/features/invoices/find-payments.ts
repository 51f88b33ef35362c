import { type SqlBool, sql } from 'kysely'
import { findPaymentsInput } from '#domain/invoices/invoices.ts'
import { mostPaymentsFound } from '#domain/invoices/most-payments-found.ts'
import { parseAmount } from '#domain/values/money.ts'
import { action } from '#server/clinic/action.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

/**
 * Finds at most 50 invoices to patients, newest first, by part of the patient's name or of the invoice's number, by the
 * amount, the number of a receipt, or the last four digits of the card. Returns their ids. Audits the read of these
 * patients, and a search without a match.
 */
export const findPayments = action({
  name: 'find-payments',
  input: findPaymentsInput,
  access: 'money:read',
  system: 'only the system folds names, and the list that follows is read as the caller',
  async run(tx, ctx, { text }): Promise<{ invoiceIds: string[] }> {
    const found = await asSystem(tx, () => find(tx, ctx.clinicId, text))
    await recordRead(
      tx,
      ['invoices', 'patients'],
      [...new Set(found.map(({ patient_id }) => patient_id))],
      'search',
    )
    return { invoiceIds: found.map(({ id }) => id) }
  },
})

async function find(tx: Tx, clinicId: string, text: string): Promise<{ id: string; patient_id: string }[]> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const receipt = /^(?:r-?)?0*(\d{1,9})$/i.exec(text)?.[1] ?? null
  // an invoice's number may end like the number of a receipt
  const number = /^r-\d/i.test(text) ? null : pattern
  const cents = parseAmount(text, 'usd')
  return tx
    .selectFrom('invoices as i')
    .innerJoin('patients as p', (join) =>
      join.onRef('p.clinic_id', '=', 'i.clinic_id').onRef('p.id', '=', 'i.patient_id'),
    )
    .select(['i.id', 'i.patient_id'])
    .where('i.clinic_id', '=', clinicId)
    .where('p.clinic_id', '=', clinicId)
    .where('i.status', '<>', 'draft')
    .where(
      sql<SqlBool>`(app.fold(p.full_name) like app.fold(${pattern}) or i.number ilike ${number}::text
        or i.total_cents = ${cents}::bigint
        or exists (select from public.receipts r where r.clinic_id = ${clinicId} and r.invoice_id = i.id
                      and (r.number = ${receipt}::integer or r.label = upper(${text})))
        or exists (select from public.payments c where c.clinic_id = ${clinicId} and c.invoice_id = i.id
                      and c.card_last4 = ${text}))`,
    )
    .orderBy('i.issued_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(mostPaymentsFound)
    .execute()
}
