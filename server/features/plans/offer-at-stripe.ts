import { AppError } from '#domain/errors.ts'
import { sellingProblem } from '#domain/plans/plans.ts'
import { planTexts } from '#domain/texts/plans.ts'
import type { Ctx } from '#server/clinic/action.ts'
import { hasCard, isStoppedForDebt } from '#server/clinic/clinic-debt.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { PlanPriceRole } from './queries.ts'

/**
 * The clinic's Stripe account, if it can sell. Role `system`.
 * @throws AppError `payouts_not_ready`; `clinic_card_missing` without a card for the commission; `commission_overdue`
 */
export async function sellingAccount(tx: Tx, clinicId: string, now: Date): Promise<string> {
  const payouts = await tx
    .selectFrom('payout_accounts')
    .select(['stripe_account', 'charges_enabled as chargesEnabled'])
    .where('clinic_id', '=', clinicId)
    .where('disconnected_at', 'is', null)
    .executeTakeFirst()
  const problem = sellingProblem(payouts ?? null)
  if (problem || !payouts) throw new AppError(problem ?? 'payouts_not_ready')
  if (!(await hasCard(tx, clinicId))) throw new AppError('clinic_card_missing')
  if (await isStoppedForDebt(tx, clinicId, now)) throw new AppError('commission_overdue')
  return payouts.stripe_account
}

export interface OfferedPrice {
  id: string
  role: PlanPriceRole
  amount_cents: number
  currency: string
  interval: string
}

/**
 * Creates a plan's products and prices in the clinic's Stripe account. Our ids are the product's id and the price's
 * lookup key, so that any retry finds them. Patients see the name on the payment page and the invoice
 * (docs/decisions/0038). Each role has its own product, so that invoice lines are named by role and a coupon can
 * exclude the enrollment fee.
 * @returns the adults' product, and Stripe's price ids by ours
 */
export async function offerAtStripe(
  ctx: Ctx,
  account: string,
  { id, name }: { id: string; name: string },
  prices: readonly OfferedPrice[],
): Promise<{ product: string; stripePrices: Map<string, string> }> {
  const product = `plan_${id.replaceAll('-', '')}`
  const stripePrices = new Map<string, string>()
  for (const price of prices) {
    const { role } = price
    const ofRole = await ctx.stripe.catalog.ensureProduct(account, {
      id: role === 'adult' ? product : `${product}_${role}`,
      name: planTexts.products[role](name),
    })
    const stripePrice = await ctx.stripe.catalog.ensurePrice(account, {
      lookupKey: `price_${price.id.replaceAll('-', '')}`,
      product: ofRole,
      amountCents: price.amount_cents,
      currency: price.currency,
      interval: role === 'enrolment' ? null : (price.interval as 'month' | 'year'),
    })
    stripePrices.set(price.id, stripePrice)
  }
  return { product, stripePrices }
}
