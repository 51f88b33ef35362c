import { agreementVersion } from '#domain/checkouts/agreement.ts'
import { AppError } from '#domain/errors.ts'
import { coversHousehold } from '#domain/plans/household.ts'
import { type ChangeAnswer, type SwitchPreview, switchPlanInput } from '#domain/subscriptions/changes.ts'
import { canChangeInterval } from '#domain/subscriptions/intervals.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { carryOutAwaited } from '../subscriptions/changes/carry-out-change.ts'
import { beginChange, isKnownAttempt, requireQuote } from '../subscriptions/changes/change-rows.ts'
import { householdOf, itemsAfter } from '../subscriptions/changes/household-change.ts'
import { type Changeable, loadChangeable, requirePaid } from '../subscriptions/changes/load-changeable.ts'
import { firstDayOf } from '../subscriptions/changes/version-change.ts'
import { fullPeriodCents } from '../subscriptions/paid-time.ts'
import { loadOffer, type Offer } from './load-offer.ts'
import { storeAgreement } from './store-agreement.ts'

/**
 * Switches all people on the caller's plan to another plan of the same kind. A dearer plan begins now and charges the
 * difference; a cheaper one begins with the next period and can be canceled until then (docs/payments.md 10). A switch
 * from monthly to yearly begins now, and the rest of the month is credited. Without `agreed` it returns the price only.
 * @throws AppError `not_allowed` unless a patient; `not_found`, `subscription_ended` as in cancel-subscription
 * @throws AppError `plan_not_published`, `plan_changed`, `joining_paused` as in join-plan
 * @throws AppError `invalid_input` for the same plan, another kind, monthly instead of yearly, or too few people
 * @throws AppError `subscription_already_ending`, `subscription_overdue`, `subscription_paused`,
 * `subscription_changing`; `quote_changed`, `card_declined`, `payments_unavailable`
 */
export const switchPlan = outwardAction({
  name: 'switch-plan',
  input: switchPlanInput,
  access: 'signed-in',
  system: 'Stripe’s ids are granted to no caller',
  async run(ctx, { subscriptionId, priceId, agreement, agreed }): Promise<ChangeAnswer<SwitchPreview>> {
    const present = await loadChangeable(ctx, subscriptionId)
    const offer = await loadOffer(ctx, priceId, { isSwitch: true })
    if (agreement && agreement.version !== agreementVersion(offer.place)) throw new AppError('plan_changed')
    // repeated: the plan may be the new one already
    const isKnown = agreed !== null && (await isKnownAttempt(ctx, subscriptionId, agreed.attempt))
    if (!isKnown) requireSwitch(present, offer)
    const at = agreed ? new Date(agreed.quote.at) : ctx.now()
    const preview = await costOfSwitch(ctx, present, offer, at)
    if (!agreed || !agreement) return { preview }
    const { isNow, beforeCents: fromCents, afterCents: toCents } = preview
    if (!isKnown) {
      requireQuote(agreed.quote, preview.amountCents, present, ctx.now())
      await ctx.transactions.withActor(ctx.caller, (tx) =>
        asSystem(tx, () =>
          storeAgreement(tx, ctx, offer, { attempt: agreed.attempt, signedName: agreement.signedName }),
        ),
      )
    }
    const change = {
      kind: 'plan' as const,
      ...agreed,
      versionId: offer.versionId,
      details: { isNow, fromCents, toCents },
      ...(isNow ? {} : { scheduledAt: present.periodEnd }),
    }
    const changeId = await beginChange(ctx, subscriptionId, change, async (now) => {
      requireSwitch(now, offer)
      return undefined
    })
    if (!isNow) return { preview: null }
    const made = await carryOutAwaited(ctx, { changeId, subscriptionId, charges: true })
    if (made === 'refused') throw new AppError('card_declined')
    return { preview: null, ...(made === 'pending' && { isPending: true }) }
  },
})

function requireSwitch(present: Changeable, offer: Offer): void {
  requirePaid(present)
  const refuse = (message: string) =>
    new AppError('invalid_input', { fields: [{ path: 'priceId', message }] })
  const texts = subscriptionTexts.page.switch
  if (offer.kind !== present.planKind || !canChangeInterval(present.money.interval, offer.money.interval))
    throw refuse(texts.otherKind)
  if (offer.versionId === present.versionId) throw refuse(texts.same)
  if (present.members.length > 1 && !coversHousehold(offer.money)) throw refuse(texts.single)
}

async function costOfSwitch(
  ctx: ClinicCtx,
  present: Changeable,
  offer: Offer,
  at: Date,
): Promise<SwitchPreview> {
  const { money, priceDay, account, stripeSubscription, periodEnd } = present
  const { interval } = offer.money
  const household = householdOf(present)
  const beforeCents = fullPeriodCents(money, household, priceDay)
  const day = firstDayOf(present, interval, at)
  const afterCents = fullPeriodCents(offer.money, household, day)
  const isNow = interval !== money.interval || afterCents >= beforeCents
  const other = { ...present, money: offer.money, stripePrices: offer.stripePrices, priceDay: day }
  const items = itemsAfter(other, household)
  const counted = isNow
    ? await ctx.stripe.subscriptions.previewItems(account, stripeSubscription, { items, at })
    : { amountCents: 0, currency: money.currency }
  return {
    at: at.toISOString(),
    ...counted,
    interval,
    isNow,
    effectiveAt: (isNow ? at : periodEnd).toISOString(),
    beforeCents,
    afterCents,
  }
}
