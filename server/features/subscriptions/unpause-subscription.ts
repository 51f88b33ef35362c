import { AppError } from '#domain/errors.ts'
import {
  agreedChangeInput,
  type ChangeAnswer,
  isQuoteCurrent,
  type ResumePreview,
} from '#domain/subscriptions/changes.ts'
import { dateIn } from '#domain/values/zones.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { carryOutAwaited } from './changes/carry-out-change.ts'
import { beginChange } from './changes/change-rows.ts'
import { householdOf } from './changes/household-change.ts'
import { type Changeable, lockChangeable } from './changes/load-changeable.ts'
import { requirePaused } from './changes/pause-change.ts'
import { lastPause, taxedPeriodCents } from './paid-time.ts'

/**
 * Resumes a paused plan now: starts a new period and charges it, less the credit from before the pause. If the card is
 * declined, the plan is past due. Without `agreed` it returns the charge only.
 * @throws AppError `not_found`, `not_allowed`, `second_step_required`, `subscription_ended` as in cancel-subscription
 * @throws AppError `subscription_not_paused`, `subscription_changing`, `quote_changed`, `payments_unavailable`
 */
export const unpauseSubscription = outwardAction({
  name: 'unpause-subscription',
  input: agreedChangeInput,
  access: 'signed-in',
  system: 'Stripe’s ids are granted to no caller',
  async run(ctx, { subscriptionId, agreed }): Promise<ChangeAnswer<ResumePreview>> {
    if (!agreed) {
      const preview = await ctx.transactions.withActor(ctx.caller, async (tx) => {
        const present = await lockChangeable(tx, ctx, subscriptionId)
        requirePaused(present)
        return asSystem(tx, () => costOfGoingOn(tx, present, ctx.now()))
      })
      return { preview }
    }
    const wanted = { kind: 'resume' as const, ...agreed }
    const changeId = await beginChange(ctx, subscriptionId, wanted, async (present, tx) => {
      requirePaused(present)
      const { quote } = agreed
      const counted = await costOfGoingOn(tx, present, new Date(quote.at))
      if (!isQuoteCurrent(quote, ctx.now()) || counted.amountCents !== quote.amountCents)
        throw new AppError('quote_changed')
    })
    const made = await carryOutAwaited(ctx, { changeId, subscriptionId, charges: true })
    return { preview: null, ...(made === 'pending' && { isPending: true }) }
  },
})

async function costOfGoingOn(tx: Tx, present: Changeable, at: Date): Promise<ResumePreview> {
  const day = dateIn(at, present.timeZone)
  const { creditCents } = await lastPause(tx, present)
  const cents = taxedPeriodCents(present, householdOf(present), at, day)
  return {
    at: at.toISOString(),
    amountCents: Math.max(0, cents - creditCents),
    currency: present.money.currency,
    interval: present.money.interval,
    creditCents,
  }
}
