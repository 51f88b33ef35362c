import { type ChangeAnswer, type PausePreview, pauseInput } from '#domain/subscriptions/changes.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { carryOutAwaited } from './changes/carry-out-change.ts'
import { beginChange, requireQuote } from './changes/change-rows.ts'
import { type Changeable, loadChangeable, requirePaid } from './changes/load-changeable.ts'
import { requirePause } from './changes/pause-change.ts'
import { unusedNow, withTax } from './paid-time.ts'

/**
 * Pauses a plan for at most `months`, without charges and benefits. The unused part of the paid period reduces the
 * price of resuming (docs/domain-rules.md rule 14). Without `agreed` it returns that amount only.
 * @throws AppError `not_found`, `not_allowed`, `second_step_required`, `subscription_ended` as in cancel-subscription
 * @throws AppError `plan_without_pause`, `renewal_near`, `subscription_already_ending`, `subscription_overdue`,
 * `subscription_paused`, `subscription_changing`, `quote_changed`, `payments_unavailable`
 */
export const pauseSubscription = outwardAction({
  name: 'pause-subscription',
  input: pauseInput,
  access: 'signed-in',
  system: 'Stripe’s ids are granted to no caller',
  async run(ctx, { subscriptionId, months, agreed }): Promise<ChangeAnswer<PausePreview>> {
    const require = (present: Changeable) => {
      requirePause(present, months)
      requirePaid(present)
    }
    if (!agreed) {
      const present = await loadChangeable(ctx, subscriptionId)
      require(present)
      const at = ctx.now()
      return {
        preview: {
          at: at.toISOString(),
          amountCents: 0 - withTax(present, unusedNow(present, at)),
          currency: present.money.currency,
          maxMonths: present.maxPauseMonths,
        },
      }
    }
    const wanted = { kind: 'pause' as const, ...agreed }
    const changeId = await beginChange(ctx, subscriptionId, wanted, async (present) => {
      require(present)
      const { quote } = agreed
      const netCents = unusedNow(present, new Date(quote.at))
      requireQuote(quote, 0 - withTax(present, netCents), present, ctx.now())
      return { months, netCents }
    })
    const made = await carryOutAwaited(ctx, { changeId, subscriptionId, charges: false })
    return { preview: null, ...(made === 'pending' && { isPending: true }) }
  },
})
