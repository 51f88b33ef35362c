import * as z from 'zod/mini'
import type { PayoutAccountView } from '#domain/payouts/requirements.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { refreshAccount } from '../stripe-sync/refresh/refresh-account.ts'

/**
 * Updates the clinic's payout account from Stripe after the return from Stripe's page, without waiting for the event.
 * @throws AppError `payments_unavailable`
 */
export const refreshPayoutAccount = outwardAction({
  name: 'refresh-payout-account',
  input: z.object({}),
  access: 'payouts:write',
  async run(ctx): Promise<PayoutAccountView> {
    const account = await stripeAccountOf(ctx)
    if (!account) return { state: 'none', chargesEnabled: false, payoutsEnabled: false, requirementsDue: [] }
    await refreshAccount(ctx, account)
    return ctx.transactions.withActor(ctx.caller, async (tx) => {
      const row = await tx
        .selectFrom('payout_accounts')
        .select(['state', 'charges_enabled', 'payouts_enabled', 'requirements_due'])
        .where('clinic_id', '=', ctx.clinicId)
        .executeTakeFirstOrThrow()
      return {
        state: row.state as PayoutAccountView['state'],
        chargesEnabled: row.charges_enabled,
        payoutsEnabled: row.payouts_enabled,
        requirementsDue: row.requirements_due,
      }
    })
  },
})

function stripeAccountOf(ctx: ClinicCtx): Promise<string | undefined> {
  return ctx.transactions.withSystem('payouts:refresh', async (tx) => {
    const row = await tx
      .selectFrom('payout_accounts')
      .select('stripe_account')
      .where('clinic_id', '=', ctx.clinicId)
      .executeTakeFirst()
    return row?.stripe_account
  })
}
