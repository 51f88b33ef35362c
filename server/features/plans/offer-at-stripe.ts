import { AppError } from '#domain/errors.ts'
import { sellingProblem } from '#domain/plans/plans.ts'
import type { Ctx } from '#server/platform/action.ts'
import { hasCard, isStoppedForDebt } from '#server/platform/clinic-debt.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * The clinic's own Stripe account, if it can sell. Role `system`.
 *
 * @throws AppError `payouts_not_ready`; `clinic_card_missing` while there is no card for the commission;
 *   `commission_overdue` while it owes its commission for long
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

/**
 * A product and its price in the clinic's Stripe account.
 *
 * Our ids become the product's id and the price's lookup key, so that a retry finds both, however late it comes. The
 * name is what the payment page and the invoice say: patients must recognize what they pay for (docs/decisions/0038).
 */
export async function offerAtStripe(
  ctx: Ctx,
  account: string,
  { id, name }: { id: string; name: string },
  price: { id: string; amount_cents: number; currency: string; interval: string },
): Promise<{ product: string; stripePrice: string }> {
  const product = await ctx.stripe.catalog.ensureProduct(account, {
    id: `plan_${id.replaceAll('-', '')}`,
    name,
  })
  const stripePrice = await ctx.stripe.catalog.ensurePrice(account, {
    lookupKey: `price_${price.id.replaceAll('-', '')}`,
    product,
    amountCents: price.amount_cents,
    currency: price.currency,
    interval: price.interval as 'month' | 'year',
  })
  return { product, stripePrice }
}
