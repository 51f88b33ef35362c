import { AppError } from '#domain/errors.ts'
import { cardIdInput } from '#domain/subscriptions/inputs.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { recordChoice } from '#server/features/stripe-sync/adopt-card.ts'
import { refreshCard } from '#server/features/stripe-sync/refresh/refresh-card.ts'
import { ownCard } from './own-card.ts'

/**
 * Sets another of the caller's cards as the default, and charges it at once for open invoices.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`, `payments_unavailable`
 */
export const setDefaultCard = outwardAction({
  name: 'set-default-card',
  input: cardIdInput,
  access: 'signed-in',
  system: 'Stripe’s ids are granted to no caller',
  async run(ctx, { cardId }): Promise<{ success: true }> {
    const { account, customer, method } = await ownCard(ctx, cardId)
    // before the change at Stripe: a payment page that is read meanwhile must not undo it
    await ctx.transactions.withSystem('set-default-card', (tx) =>
      recordChoice(tx, ctx.clinicId, customer, { method, at: ctx.now() }),
    )
    const isKnown = await ctx.stripe.customers.setDefaultCard(account, customer, method)
    await refreshCard(ctx, { clinicId: ctx.clinicId, account }, customer)
    if (!isKnown) throw new AppError('not_found')
    return { success: true }
  },
})
