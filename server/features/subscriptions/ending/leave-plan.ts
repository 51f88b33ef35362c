import { AppError } from '#domain/errors.ts'
import {
  agreedChangeInput,
  type ChangeAnswer,
  isQuoteCurrent,
  type LeavingPreview,
} from '#domain/subscriptions/changes.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { carryOutAwaited } from '../changes/carry-out-change.ts'
import { beginChange, isKnownAttempt } from '../changes/change-rows.ts'
import { creditAfter, creditToPayOut, refundOnLeaving, refundParts } from '../changes/leave-change.ts'
import { loadChangeable } from '../changes/load-changeable.ts'

/**
 * Ends a plan now and refunds the unearned part of its payments, as shown, to the cards that paid. A plan can exclude
 * refunds where the law of the clinic's place allows (docs/domain-rules.md rule 17). Without `agreed` it returns the
 * refund only.
 * @throws AppError `not_found`, `not_allowed`, `second_step_required`, `subscription_ended` as in cancel-subscription
 * @throws AppError `plan_without_refund`, `subscription_overdue`, `subscription_changing`, `quote_changed`,
 * `payments_unavailable`
 */
export const leavePlan = outwardAction({
  name: 'leave-plan',
  input: agreedChangeInput,
  access: 'signed-in',
  system: 'Stripe’s ids are granted to no caller',
  async run(ctx, { subscriptionId, agreed }): Promise<ChangeAnswer<LeavingPreview>> {
    const present = await loadChangeable(ctx, subscriptionId)
    const isKnown = agreed !== null && (await isKnownAttempt(ctx, subscriptionId, agreed.attempt))
    const credit = isKnown ? null : await creditToPayOut(ctx, present)
    const creditCents = credit?.cents ?? 0
    if (!agreed) {
      const at = ctx.now()
      const { cents, rule } = await ctx.transactions.withSystem('leave-plan', (tx) =>
        refundOnLeaving(tx, present, at, creditCents),
      )
      return {
        preview: {
          at: at.toISOString(),
          amountCents: 0 - cents,
          currency: present.money.currency,
          periodEndsAt: present.periodEnd.toISOString(),
          rule,
        },
      }
    }
    const wanted = { kind: 'leave' as const, ...agreed }
    const changeId = await beginChange(ctx, subscriptionId, wanted, async (now, tx) => {
      const { quote } = agreed
      const { cents: counted } = await refundOnLeaving(tx, now, new Date(quote.at), creditCents)
      if (!isQuoteCurrent(quote, ctx.now()) || counted + quote.amountCents !== 0)
        throw new AppError('quote_changed')
      return {
        parts: await refundParts(tx, now, counted),
        credit: creditAfter(credit, counted),
      }
    })
    const made = await carryOutAwaited(ctx, { changeId, subscriptionId, charges: false })
    return { preview: null, ...(made === 'pending' && { isPending: true }) }
  },
})
