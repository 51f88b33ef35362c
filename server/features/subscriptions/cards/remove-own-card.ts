import { AppError } from '#domain/errors.ts'
import { cardIdInput } from '#domain/subscriptions/inputs.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { refreshCard } from '#server/features/stripe-sync/refresh/refresh-card.ts'
import { ownCard } from './own-card.ts'

/**
 * Removes one of the caller's cards permanently, except the one that pays for a running plan.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`, `card_in_use`, `payments_unavailable`
 */
export const removeOwnCard = outwardAction({
  name: 'remove-own-card',
  input: cardIdInput,
  access: 'signed-in',
  system: 'Stripe’s ids are granted to no caller',
  async run(ctx, { cardId }): Promise<{ success: true }> {
    const { account, customer, method, patientId } = await ownCard(ctx, cardId)
    // read again: another tab may have made it the default
    const { card } = await ctx.stripe.customers.read(account, customer)
    if (card?.method === method) {
      const running = await ctx.transactions.withSystem('remove-own-card', (tx) =>
        tx
          .selectFrom('subscriptions')
          .select('id')
          .where('clinic_id', '=', ctx.clinicId)
          .where('owner_patient_id', '=', patientId)
          .where('status', 'in', [...runningStatuses])
          .executeTakeFirst(),
      )
      if (running) throw new AppError('card_in_use')
    }
    const isKnown = await ctx.stripe.customers.removeCard(account, method)
    await refreshCard(ctx, { clinicId: ctx.clinicId, account }, customer)
    if (!isKnown) throw new AppError('not_found')
    return { success: true }
  },
})
