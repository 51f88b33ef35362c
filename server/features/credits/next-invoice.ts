import { nextInvoiceInput } from '#domain/credits/credits.ts'
import type { NextInvoice } from '#domain/credits/inputs.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { payerCustomer } from './payer-customer.ts'

/**
 * Returns the next invoice of a patient's plans as Stripe would make it, before the credit; null without a plan that
 * renews. Other invoices are not known in advance.
 * @throws AppError `not_allowed`, `second_step_required`; `not_found`, `payments_unavailable`
 */
export const nextInvoice = outwardAction({
  name: 'next-invoice',
  input: nextInvoiceInput,
  access: 'payments:collect',
  async run(ctx, { patientId }): Promise<{ next: NextInvoice | null }> {
    const { clinic } = await payerCustomer(ctx, patientId)
    await ctx.transactions.withActor(ctx.caller, (tx) =>
      recordRead(tx, ['subscriptions'], [patientId], 'next-invoice'),
    )
    const plan = await ctx.transactions.withSystem('next-invoice', (tx) =>
      tx
        .selectFrom('subscriptions')
        .select(['stripe_subscription as id', 'current_period_end as at'])
        .where('clinic_id', '=', ctx.clinicId)
        .where('owner_patient_id', '=', patientId)
        .where('stripe_account', '=', clinic.account)
        .where('status', 'in', ['trialing', 'active', 'past_due'])
        .where('cancel_at_period_end', '=', false)
        .orderBy('current_period_end')
        .limit(1)
        .executeTakeFirst(),
    )
    if (!plan) return { next: null }
    const preview = await ctx.stripe.invoices.preview(clinic.account, plan.id)
    return { next: preview && { ...preview, at: plan.at.toISOString() } }
  },
})
