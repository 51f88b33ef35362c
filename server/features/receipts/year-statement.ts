import { AppError } from '#domain/errors.ts'
import { yearStatementInput } from '#domain/receipts/inputs.ts'
import { type ReceiptFile, yearFileName } from '#domain/receipts/receipts.ts'
import { monthStart } from '#domain/statements/months.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { ownPatientId } from '../subscriptions/own-patient-id.ts'
import { partsOfPeople } from './person-parts.ts'
import { type YearFacts, yearDocument } from './year-document.ts'

/**
 * Returns a patient's payments in a calendar year as a PDF, for tax accounts. The year is in the clinic's time zone.
 * Audits reads by the clinic, because it names a patient.
 * @throws AppError `not_allowed` for team members who may not see money; `second_step_required`; `not_found`, also for
 * a year without a payment
 */
export const yearStatement = outwardAction({
  name: 'year-statement',
  input: yearStatementInput,
  access: 'signed-in',
  system: 'receipts have columns that are granted to no caller',
  async run(ctx, { year, patientId }): Promise<ReceiptFile> {
    const facts = await ctx.transactions.withActor(ctx.caller, async (tx, actor) => {
      const isTeam = actor.role !== null && actor.role !== 'patient'
      if (isTeam) await requirePermission(tx, actor, 'money:read')
      const own = isTeam ? null : await ownPatientId(tx, actor)
      const whose = isTeam ? patientId : own
      // a patient may read only their own
      if (!whose || (!isTeam && patientId !== null && patientId !== own)) throw new AppError('not_found')
      return asSystem(tx, async () => {
        const found = await yearFacts(tx, ctx, whose, year)
        if (!found) throw new AppError('not_found')
        if (isTeam) await auditPatients(tx, 'year_statement.read', [whose], { year })
        return found
      })
    })
    const pdf = await yearDocument(facts)
    return { fileName: yearFileName(year), base64: Buffer.from(pdf).toString('base64') }
  },
})

async function yearFacts(
  tx: Tx,
  ctx: ClinicCtx,
  patientId: string,
  year: number,
): Promise<YearFacts | undefined> {
  const { clinicId } = ctx
  const timeZone = await clinicZone(tx, clinicId)
  const [from, until] = [monthStart(`${year}-01`, timeZone), monthStart(`${year + 1}-01`, timeZone)]
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
    .select(['f.amount_cents', 'f.refunded_at', 'r.number'])
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
      number: row.number,
      paidAt: row.paid_at,
      planName: row.plan_name,
      amountCents: row.amount_cents,
      taxCents: row.tax_cents,
    })),
    refunds: refunds.map((row) => ({
      number: row.number,
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
