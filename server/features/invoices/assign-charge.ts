import { AppError } from '#domain/errors.ts'
import { assignChargeInput } from '#domain/invoices/invoices.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { audit, auditPatients } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { accountOfClinic } from '../stripe-sync/connected-clinic.ts'
import { refreshCharge } from '../stripe-sync/refresh/refresh-charge.ts'
import { refreshDispute } from '../stripe-sync/refresh/refresh-dispute.ts'

/**
 * Assigns a payment by an unknown customer to a patient, with all others by that customer, or dismisses it. An assigned
 * payment is booked with a receipt at its own date; a closed month stays unchanged (docs/payments.md 9).
 * @returns how many charges were assigned or dismissed
 * @throws AppError `not_allowed`, `second_step_required`; `not_found`, also if settled
 * @throws AppError `payments_unavailable`; the hourly sweep then books the stored assignment
 */
export const assignCharge = outwardAction({
  name: 'assign-charge',
  input: assignChargeInput,
  access: 'payouts:write',
  system: 'Stripe’s ids are granted to no caller',
  async run(ctx, { chargeId, patientId }): Promise<{ assigned: number }> {
    const { clinic, charges } = await settle(ctx, chargeId, patientId)
    if (clinic && patientId) {
      const source = `assigned:${ctx.userId}`
      for (const id of charges) {
        await refreshCharge(ctx, clinic, id, source)
        // opened before the charge was assigned
        for (const dispute of await ctx.stripe.disputes.listOf(clinic.account, id))
          await refreshDispute(ctx, clinic, dispute, source)
      }
    }
    return { assigned: charges.length }
  },
})

function settle(ctx: ClinicCtx, chargeId: string, patientId: string | null) {
  const { clinicId } = ctx
  return ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      const charge = await tx
        .selectFrom('unassigned_charges')
        .select(['id', 'stripe_customer as customer'])
        .where('clinic_id', '=', clinicId)
        .where('id', '=', chargeId)
        .where('settled_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      if (!charge) throw new AppError('not_found')
      if (patientId) {
        const patient = await tx
          .selectFrom('patients')
          .select('id')
          .where('clinic_id', '=', clinicId)
          .where('id', '=', patientId)
          .executeTakeFirst()
        if (!patient) throw new AppError('not_found')
      }
      const { customer } = charge
      if (patientId && customer) {
        await tx
          .insertInto('app.former_customers')
          .values({
            clinic_id: clinicId,
            patient_id: patientId,
            stripe_customer: customer,
            replaced_at: ctx.now(),
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
      const settled = await tx
        .updateTable('unassigned_charges')
        .set({ patient_id: patientId, settled_at: ctx.now() })
        .where('clinic_id', '=', clinicId)
        .where('settled_at', 'is', null)
        .where((row) =>
          row.or([row('id', '=', chargeId), ...(customer ? [row('stripe_customer', '=', customer)] : [])]),
        )
        .returning('id')
        .execute()
      if (patientId) await auditPatients(tx, 'charge.assigned', [patientId], { charge: chargeId })
      else await audit(tx, 'charge.set_aside', { type: 'charge', id: chargeId })
      return { clinic: await accountOfClinic(tx, clinicId), charges: settled.map(({ id }) => id) }
    }),
  )
}
