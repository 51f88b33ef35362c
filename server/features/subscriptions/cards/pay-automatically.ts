import { AppError } from '#domain/errors.ts'
import { subscriptionIdInput } from '#domain/subscriptions/inputs.ts'
import { isRunning } from '#domain/subscriptions/subscriptions.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { accountOfClinic } from '../../stripe-sync/connected-clinic.ts'
import { refreshSubscription } from '../../stripe-sync/refresh/refresh-subscription.ts'
import { ownPatientId } from '../own-patient-id.ts'
import { requireAgreement } from '../require-agreement.ts'

/**
 * Charges the caller's saved card or bank account for a plan that was paid by invoice, from its next invoice on; an open
 * one stays to be paid by link. No effect on a plan that is charged already.
 * @throws AppError `not_allowed` unless a patient; `not_found`, `second_step_required`, `subscription_ended`
 * @throws AppError `agreement_missing`, `payment_method_missing`, `payments_unavailable`
 */
export const payAutomatically = outwardAction({
  name: 'pay-automatically',
  input: subscriptionIdInput,
  access: 'signed-in',
  async run(ctx, { subscriptionId }): Promise<{ isAutomatic: true }> {
    const isInvoiced = await ctx.transactions.withActor(ctx.caller, async (tx, actor) => {
      const patientId = await ownPatientId(tx, actor)
      if (!patientId) throw new AppError('not_allowed')
      const subscription = await tx
        .selectFrom('subscriptions')
        .select(['status', 'days_until_due'])
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', subscriptionId)
        .where('owner_patient_id', '=', patientId)
        .executeTakeFirst()
      if (!subscription) throw new AppError('not_found')
      if (!isRunning(subscription.status)) throw new AppError('subscription_ended')
      if (subscription.days_until_due === null) return false
      await requireAgreement(tx, ctx.clinicId, subscriptionId)
      const method = await tx
        .selectFrom('patient_cards')
        .select('id')
        .where('clinic_id', '=', ctx.clinicId)
        .where('patient_id', '=', patientId)
        .where('is_default', '=', true)
        .executeTakeFirst()
      if (!method) throw new AppError('payment_method_missing')
      return true
    })
    if (!isInvoiced) return { isAutomatic: true }
    const { id, clinic } = await ctx.transactions.withSystem('pay-automatically', async (tx) => {
      const row = await tx
        .selectFrom('subscriptions')
        .select(['stripe_subscription as id', 'stripe_account as account'])
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', subscriptionId)
        .executeTakeFirstOrThrow()
      const connected = await accountOfClinic(tx, ctx.clinicId)
      if (!connected) throw new AppError('payments_unavailable')
      return { id: row.id, clinic: { ...connected, account: row.account } }
    })
    await ctx.stripe.subscriptions.chargeAutomatically(clinic.account, id, `automatic:${subscriptionId}`)
    await refreshSubscription(ctx, clinic, id)
    await ctx.transactions.withActor(ctx.caller, (tx) =>
      audit(tx, 'subscription.automatic', { type: 'subscription', id: subscriptionId }),
    )
    return { isAutomatic: true }
  },
})
