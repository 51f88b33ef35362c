import { AppError } from '#domain/errors.ts'
import {
  agreedChangeInput,
  type ChangeAnswer,
  isQuoteCurrent,
  type LeavingPreview,
} from '#domain/subscriptions/changes.ts'
import { outwardAction } from '#server/platform/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { carryOut } from './carry-out-change.ts'
import { beginChange } from './change-rows.ts'
import { refundOnLeaving, refundParts } from './leave-change.ts'
import { lockChangeable } from './load-changeable.ts'

/**
 * Ends a plan now, and gives back what was paid for the time that is left, to the cards it was paid with; a plan can exclude it
 * (docs/domain-rules.md rule 17). Without `agreed` it answers that amount; what was shown is given back.
 *
 * @throws AppError `not_found`, `not_allowed`, `second_step_required`, `subscription_ended` as in cancel-subscription
 * @throws AppError `plan_without_refund`, `subscription_overdue`, `subscription_changing`, `quote_changed`, `payments_unavailable`
 */
export const leavePlan = outwardAction({
  name: 'leave-plan',
  input: agreedChangeInput,
  access: 'signed-in',
  async run(ctx, { subscriptionId, agreed }): Promise<ChangeAnswer<LeavingPreview>> {
    if (!agreed) {
      const preview = await ctx.transactions.withActor(ctx.caller, async (tx) => {
        const present = await lockChangeable(tx, ctx, subscriptionId)
        const at = ctx.now()
        const cents = await asSystem(tx, () => refundOnLeaving(tx, present, at))
        return {
          at: at.toISOString(),
          amountCents: 0 - cents,
          currency: present.money.currency,
          periodEndsAt: present.periodEnd.toISOString(),
        }
      })
      return { preview }
    }
    const wanted = { kind: 'leave' as const, ...agreed }
    const changeId = await beginChange(ctx, subscriptionId, wanted, async (present, tx) => {
      const { quote } = agreed
      const counted = await refundOnLeaving(tx, present, new Date(quote.at))
      if (!isQuoteCurrent(quote, ctx.now()) || counted + quote.amountCents !== 0)
        throw new AppError('quote_changed')
      return { parts: await refundParts(tx, present, counted) }
    })
    await carryOut(ctx, changeId)
    return { preview: null }
  },
})
