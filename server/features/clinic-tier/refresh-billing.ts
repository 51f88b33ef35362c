import * as z from 'zod/mini'
import { outwardAction } from '#server/clinic/action.ts'
import { refreshClinicCard } from '../stripe-sync/refresh/refresh-clinic-card.ts'
import { refreshTier } from '../stripe-sync/refresh/refresh-tier.ts'

/**
 * Updates the clinic's card and tier from Stripe after the return from a payment page, because Stripe's event may be
 * late (docs/domain-rules.md rule 21). Retries unpaid invoices with a new card.
 * @throws AppError `payments_unavailable`
 */
export const refreshBilling = outwardAction({
  name: 'refresh-billing',
  input: z.object({}),
  access: 'billing:write',
  async run(ctx): Promise<{ success: true }> {
    const customer = await ctx.transactions.withSystem('refresh-billing', async (tx) => {
      const row = await tx
        .selectFrom('clinic_billing')
        .select('stripe_customer')
        .where('clinic_id', '=', ctx.clinicId)
        .executeTakeFirstOrThrow()
      return row.stripe_customer
    })
    if (customer) {
      await refreshClinicCard(ctx, customer)
      await refreshTier(ctx, customer)
    }
    return { success: true }
  },
})
