import type * as z from 'zod/mini'
import { AppError } from '#domain/errors.ts'
import { changePlanInput, type PlanView } from '#domain/plans/plans.ts'
import { type ClinicCtx, outwardAction } from '#server/platform/action.ts'
import { audit } from '#server/platform/audit.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { offerAtStripe, sellingAccount } from './offer-at-stripe.ts'
import { addVersion, type LockedPlan, lockPlan, planView, presentVersion } from './queries.ts'

type Input = z.output<typeof changePlanInput>

/**
 * Changes a published plan for new members: a new version with a price of its own takes the place on the join page.
 *
 * Those who hold the plan keep the version and the price that they agreed to (docs/domain-rules.md complaint 6). A
 * payment page opened before stays valid for its 24 hours, as it showed the earlier price.
 *
 * @throws AppError `not_found`, `plan_not_published`, `payouts_not_ready`, `payments_unavailable`
 * @throws AppError `plan_changed` unless `versionId` is still the version on sale: another tab, or a second click
 */
export const changePlan = outwardAction({
  name: 'change-plan',
  input: changePlanInput,
  access: 'plans:write',
  async run(ctx, input): Promise<PlanView> {
    const { offered, account } = await ctx.transactions.withActor(ctx.caller, (tx) =>
      asSystem(tx, async () => ({
        offered: await lockOffered(tx, ctx, input),
        account: await sellingAccount(tx, ctx.clinicId, ctx.now()),
      })),
    )
    const price = {
      id: crypto.randomUUID(),
      interval: input.interval,
      amount_cents: input.amountCents,
      currency: offered.price.currency,
    }
    // a product of its own, because the invoices of those who hold the earlier version keep its name
    const { product, stripePrice } = await offerAtStripe(
      ctx,
      account,
      { id: price.id, name: input.name },
      price,
    )
    return ctx.transactions.withActor(ctx.caller, (tx) =>
      asSystem(tx, async () => {
        const { plan, number } = await lockOffered(tx, ctx, input)
        const successor = { ...price, stripe_price: stripePrice }
        return replaceVersion(tx, ctx, input, { plan, number, product, price: successor })
      }),
    )
  },
})

/** The plan, locked, as it is on sale now. */
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
  price: { id: string; interval: string; amount_cents: number; currency: string; stripe_price: string }
}

async function replaceVersion(
  tx: Tx,
  ctx: ClinicCtx,
  { planId, versionId, name, description, includes }: Input,
  { plan, number, product, price }: Successor,
): Promise<PlanView> {
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
  const version = await addVersion(tx, ctx, { id: planId, name, description, includes }, number + 1)
  const offeredPrice = await tx
    .insertInto('plan_prices')
    .values({ clinic_id: ctx.clinicId, plan_id: planId, version_id: version, created_at: now, ...price })
    .returningAll()
    .executeTakeFirstOrThrow()
  const changed = await tx
    .updateTable('plans')
    .set({ name, description, includes, stripe_product: product, updated_at: now })
    .where('clinic_id', '=', ctx.clinicId)
    .where('id', '=', plan.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(tx, 'plan.changed', { type: 'plan', id: planId }, { version: number + 1, price: price.id })
  return planView({ plan: changed, price: offeredPrice })
}
