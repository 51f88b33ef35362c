import type * as z from 'zod/mini'
import { AppError } from '#domain/errors.ts'
import { changePlanInput } from '#domain/plans/inputs.ts'
import type { PlanView } from '#domain/plans/plans.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { requireLawful } from './clinic-places.ts'
import { type OfferedPrice, offerAtStripe, sellingAccount } from './offer-at-stripe.ts'
import {
  activePrices,
  addVersion,
  adultPrice,
  amountsByRole,
  type LockedPlan,
  lockPlan,
  planView,
  presentVersion,
  requireSensiblePrices,
  wordColumns,
} from './queries.ts'

type Input = z.output<typeof changePlanInput>

/**
 * Changes a published plan for new members: creates a new version with its own price. Current members stay on their
 * version and price (docs/domain-rules.md complaint 6). A payment page opened before stays valid for 24 hours.
 * @throws AppError `not_found`, `plan_not_published`, `payouts_not_ready`, `payments_unavailable`
 * @throws AppError `invalid_input` for terms that the law of the clinic's place forbids
 * @throws AppError `plan_changed` unless `versionId` is the version on sale
 */
export const changePlan = outwardAction({
  name: 'change-plan',
  input: changePlanInput,
  access: 'plans:write',
  system: 'Stripe’s ids are granted to no caller',
  async run(ctx, input): Promise<PlanView> {
    requireSensiblePrices(input)
    const { offered, account } = await ctx.transactions.withActor(ctx.caller, (tx) =>
      asSystem(tx, async () => {
        await requireLawful(tx, ctx.clinicId, input)
        return {
          offered: await lockOffered(tx, ctx, input),
          account: await sellingAccount(tx, ctx.clinicId, ctx.now()),
        }
      }),
    )
    const { currency } = adultPrice(offered.prices)
    const prices = amountsByRole(input).map(({ role, amountCents }) => ({
      id: crypto.randomUUID(),
      role,
      interval: input.interval,
      amount_cents: amountCents,
      currency,
    }))
    // separate products, because invoices of the earlier version's members preserve their names
    const versionKey = prices[0]?.id ?? ''
    const atStripe = await offerAtStripe(ctx, account, { id: versionKey, name: input.name }, prices)
    return ctx.transactions.withActor(ctx.caller, (tx) =>
      asSystem(tx, async () => {
        const { plan, number } = await lockOffered(tx, ctx, input)
        await requireLawful(tx, ctx.clinicId, input)
        return replaceVersion(tx, ctx, input, { plan, number, prices, ...atStripe })
      }),
    )
  },
})

async function lockOffered(
  tx: Tx,
  { clinicId }: ClinicCtx,
  { planId, versionId }: Input,
): Promise<LockedPlan & { number: number }> {
  const found = await lockPlan(tx, clinicId, planId)
  if (!found) throw new AppError('not_found')
  if (found.plan.status !== 'published') throw new AppError('plan_not_published')
  const version = await presentVersion(tx, clinicId, planId)
  if (version?.id !== versionId) throw new AppError('plan_changed')
  return { ...found, number: version.number }
}

interface Successor {
  plan: LockedPlan['plan']
  number: number
  product: string
  prices: OfferedPrice[]
  stripePrices: Map<string, string>
}

async function replaceVersion(
  tx: Tx,
  ctx: ClinicCtx,
  input: Input,
  { plan, number, product, prices, stripePrices }: Successor,
): Promise<PlanView> {
  const { planId, versionId } = input
  const now = ctx.now()
  await tx
    .updateTable('plan_versions')
    .set({ superseded_at: now })
    .where('clinic_id', '=', ctx.clinicId)
    .where('id', '=', versionId)
    .execute()
  await tx
    .updateTable('plan_prices')
    .set({ is_active: false })
    .where('clinic_id', '=', ctx.clinicId)
    .where('plan_id', '=', planId)
    .execute()
  const words = wordColumns(input)
  const version = await addVersion(tx, ctx, planId, words, number + 1)
  for (const price of prices)
    await tx
      .insertInto('plan_prices')
      .values({
        clinic_id: ctx.clinicId,
        plan_id: planId,
        version_id: version,
        created_at: now,
        stripe_price: stripePrices.get(price.id) ?? null,
        ...price,
      })
      .execute()
  const changed = await tx
    .updateTable('plans')
    .set({ ...words, stripe_product: product, updated_at: now })
    .where('clinic_id', '=', ctx.clinicId)
    .where('id', '=', plan.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(
    tx,
    'plan.changed',
    { type: 'plan', id: planId },
    { version: number + 1, price: prices[0]?.id ?? null },
  )
  return planView({ plan: changed, prices: await activePrices(tx, ctx.clinicId, planId) })
}
