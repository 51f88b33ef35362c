import { AppError } from '#domain/errors.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { accountOfClinic, type ConnectedClinic } from '../stripe-sync/connected-clinic.ts'

export interface PayerCustomer {
  clinic: ConnectedClinic
  currency: string
  /** Null before the patient's first payment or invoice. */
  customer: string | null
  unusedCents: number
}

/** A patient at the clinic's account, for the desk. @throws AppError `not_found`, `payments_unavailable` */
export async function payerCustomer(ctx: ClinicCtx, patientId: string): Promise<PayerCustomer> {
  const patient = await ctx.transactions.withActor(ctx.caller, (tx) =>
    tx
      .selectFrom('patients')
      .select('id')
      .where('clinic_id', '=', ctx.clinicId)
      .where('id', '=', patientId)
      .where('merged_into', 'is', null)
      .executeTakeFirst(),
  )
  if (!patient) throw new AppError('not_found')
  return ctx.transactions.withSystem('payer-customer', async (tx) => {
    const clinic = await accountOfClinic(tx, ctx.clinicId)
    if (!clinic || clinic.isDisconnected) throw new AppError('payments_unavailable')
    const row = await tx
      .selectFrom('clinics as c')
      .leftJoin('patient_customers as p', (join) =>
        join
          .onRef('p.clinic_id', '=', 'c.id')
          .on('p.patient_id', '=', patientId)
          .on('p.stripe_account', '=', clinic.account),
      )
      .select(['c.currency', 'p.stripe_customer', 'p.unused_credit_cents'])
      .where('c.id', '=', ctx.clinicId)
      .executeTakeFirstOrThrow()
    return {
      clinic,
      currency: row.currency,
      customer: row.stripe_customer,
      unusedCents: row.unused_credit_cents ?? 0,
    }
  })
}
