import { monthStart } from '#domain/statements/months.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { partsOfPeople } from './person-parts.ts'
import type { YearFacts } from './year-document.ts'

async function yearBounds(tx: Tx, clinicId: string, year: number) {
  const timeZone = await clinicZone(tx, clinicId)
  return { timeZone, from: monthStart(`${year}-01`, timeZone), until: monthStart(`${year + 1}-01`, timeZone) }
}

/** Patients with a payment or refund in a year, in the clinic's zone. Role `system`. */
export async function payersOfYear(tx: Tx, clinicId: string, year: number): Promise<string[]> {
  const { from, until } = await yearBounds(tx, clinicId, year)
  const rows = await tx
    .selectFrom('receipts as r')
    .select('r.patient_id')
    .where('r.clinic_id', '=', clinicId)
    .where((row) =>
      row.or([
        row.and([row('r.paid_at', '>=', from), row('r.paid_at', '<', until)]),
        row.exists(
          row
            .selectFrom('refunds as f')
            .select('f.id')
            .where('f.clinic_id', '=', clinicId)
            .whereRef('f.payment_id', '=', 'r.payment_id')
            .where('f.status', '=', 'succeeded')
            .where('f.refunded_at', '>=', from)
            .where('f.refunded_at', '<', until),
        ),
      ]),
    )
    .groupBy('r.patient_id')
    .orderBy('r.patient_id')
    .execute()
  return rows.map(({ patient_id }) => patient_id)
}

/** A patient's receipts and refunds of a year in the clinic's zone; undefined without any. Role `system`. */
export async function yearFacts(
  tx: Tx,
  ctx: ClinicCtx,
  patientId: string,
  year: number,
): Promise<YearFacts | undefined> {
  const { clinicId } = ctx
  const { timeZone, from, until } = await yearBounds(tx, clinicId, year)
  const payments = await tx
    .selectFrom('receipts as r')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.clinic_id', '=', 'r.clinic_id').onRef('i.id', '=', 'r.invoice_id'),
    )
    .selectAll('r')
    .select('i.subscription_id')
    .where('r.clinic_id', '=', clinicId)
    .where('r.patient_id', '=', patientId)
    .where('r.paid_at', '>=', from)
    .where('r.paid_at', '<', until)
    .orderBy('r.paid_at')
    .orderBy('r.number')
    .execute()
  const refunds = await tx
    .selectFrom('refunds as f')
    .innerJoin('receipts as r', (join) =>
      join.onRef('r.clinic_id', '=', 'f.clinic_id').onRef('r.payment_id', '=', 'f.payment_id'),
    )
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.clinic_id', '=', 'r.clinic_id').onRef('i.id', '=', 'r.invoice_id'),
    )
    .select(['f.amount_cents', 'f.refunded_at', 'r.label'])
    .select(['r.period_start', 'r.period_end', 'i.subscription_id'])
    .where('f.clinic_id', '=', clinicId)
    .where('r.patient_id', '=', patientId)
    .where('f.status', '=', 'succeeded')
    .where('f.refunded_at', '>=', from)
    .where('f.refunded_at', '<', until)
    .orderBy('f.refunded_at')
    .orderBy('f.id')
    .execute()
  // clinic and payer as on the newest receipt
  const last =
    payments.at(-1) ??
    (refunds.length > 0
      ? await tx
          .selectFrom('receipts')
          .selectAll()
          .where('clinic_id', '=', clinicId)
          .where('patient_id', '=', patientId)
          .orderBy('paid_at', 'desc')
          .limit(1)
          .executeTakeFirst()
      : undefined)
  if (!last) return undefined
  return {
    year,
    clinic: {
      name: last.clinic_name,
      color: last.clinic_color,
      phone: last.clinic_phone,
      website: last.clinic_website,
      timeZone,
      legalName: last.clinic_legal_name,
      address: last.clinic_address,
      taxNumber: last.clinic_tax_id,
      npi: last.clinic_npi,
    },
    payer: { name: last.patient_name, email: last.patient_email },
    currency: last.currency,
    payments: payments.map((row) => ({
      number: row.label,
      paidAt: row.paid_at,
      planName: row.plan_name,
      amountCents: row.amount_cents,
      taxCents: row.tax_cents,
    })),
    refunds: refunds.map((row) => ({
      number: row.label,
      refundedAt: row.refunded_at,
      amountCents: row.amount_cents,
    })),
    people: await partsOfPeople(tx, { clinicId, patientId, name: last.patient_name, timeZone }, [
      ...payments.map((row) => personMoney(row, 1)),
      ...refunds.map((row) => personMoney(row, -1)),
    ]),
    madeAt: ctx.now(),
  }
}

function personMoney(
  row: { subscription_id: string | null; period_start: Date; period_end: Date; amount_cents: number },
  sign: 1 | -1,
) {
  const { subscription_id: subscriptionId, period_start: from, period_end: until } = row
  return { subscriptionId, from, until, amountCents: sign * row.amount_cents }
}
