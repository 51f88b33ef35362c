import { AppError } from '#domain/errors.ts'
import {
  type ChangeAnswer,
  changeHouseholdInput,
  type HouseholdPreview,
} from '#domain/subscriptions/changes.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { requireFreePlaces } from '../free-places.ts'
import { fullPeriodCents } from '../paid-time.ts'
import { carryOutAwaited } from './carry-out-change.ts'
import { beginChange, isKnownAttempt, requireQuote } from './change-rows.ts'
import { householdAfter, householdOf, itemsAfter } from './household-change.ts'
import { loadChangeable, requirePaid } from './load-changeable.ts'

/**
 * Changes the people that a running plan covers. Added people are covered and charged from now until the period ends;
 * for removed people the rest of the period is credited (docs/payments.md 10). Without `agreed` it returns the price
 * now and from the next period on, depending on ages. The charge is the amount shown. Idempotent per attempt.
 * @throws AppError `not_found`, `not_allowed`, `second_step_required`, `subscription_ended` as in cancel-subscription
 * @throws AppError `subscription_already_ending`, `subscription_overdue`, `subscription_paused`,
 * `subscription_changing`
 * @throws AppError `invalid_input` for people that this plan cannot cover; `quote_changed`, `card_declined`,
 * `payments_unavailable`; `clinic_full` at the tier's cap
 */
export const changeHousehold = outwardAction({
  name: 'change-household',
  input: changeHouseholdInput,
  access: 'signed-in',
  system: 'Stripe’s ids are granted to no caller',
  async run(ctx, { subscriptionId, add, remove, agreed }): Promise<ChangeAnswer<HouseholdPreview>> {
    const present = await loadChangeable(ctx, subscriptionId)
    const isKnown = agreed !== null && (await isKnownAttempt(ctx, subscriptionId, agreed.attempt))
    if (!isKnown) {
      requirePaid(present)
      const at = agreed ? new Date(agreed.quote.at) : ctx.now()
      const household = householdAfter(present, { add, remove }, at)
      const { account, stripeSubscription, money, priceDay } = present
      const items = itemsAfter(present, household)
      if (agreed) requireQuote(agreed.quote, null, present, ctx.now())
      const counted = await ctx.stripe.subscriptions.previewItems(account, stripeSubscription, { items, at })
      if (!agreed)
        return {
          preview: {
            at: at.toISOString(),
            ...counted,
            interval: money.interval,
            beforeCents: fullPeriodCents(money, householdOf(present), priceDay),
            afterCents: fullPeriodCents(money, household, priceDay),
            nextAt: present.periodEnd.toISOString(),
          },
        }
      requireQuote(agreed.quote, counted.amountCents, present, ctx.now())
    }
    if (!agreed) return { preview: null }
    const change = { kind: 'household' as const, ...agreed, details: { add, remove } }
    const changeId = await beginChange(ctx, subscriptionId, change, async (now, tx) => {
      requirePaid(now)
      householdAfter(now, { add, remove }, new Date(agreed.quote.at))
      const people = add.length - remove.length
      if (people > 0) await requireFreePlaces(tx, ctx.clinicId, { patientId: now.payerId, people })
    })
    const made = await carryOutAwaited(ctx, { changeId, subscriptionId, charges: true })
    if (made === 'refused') throw new AppError('card_declined')
    return { preview: null, ...(made === 'pending' && { isPending: true }) }
  },
})
