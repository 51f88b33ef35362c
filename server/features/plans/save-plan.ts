import type * as z from 'zod/mini'
import { AppError } from '#domain/errors.ts'
import { savePlanInput } from '#domain/plans/inputs.ts'
import type { PlanView } from '#domain/plans/plans.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { requireLawful } from './clinic-places.ts'
import {
  adultPrice,
  amountsByRole,
  type LockedPlan,
  lockPlan,
  type PlanPriceRole,
  type PriceRow,
  planView,
  requireSensiblePrices,
  wordColumns,
} from './queries.ts'

type Input = z.output<typeof savePlanInput>

/**
 * Creates or replaces the draft of a plan, which only the team sees.
 * @returns the plan; `price.amountCents` in the clinic's currency
 * @throws AppError `not_found`; `invalid_input` for contradicting prices, and for terms that the law of the clinic's
 * place forbids
 * @throws AppError `plan_not_draft` once published, because patients agreed to it
 */
export const savePlan = action({
  name: 'save-plan',
  input: savePlanInput,
  access: 'plans:write',
  async run(tx, ctx, input): Promise<PlanView> {
    requireSensiblePrices(input)
    await requireLawful(tx, ctx.clinicId, input)
    const draft = input.planId ? await requireDraft(tx, ctx, input.planId) : undefined
    return asSystem(tx, async () => {
      const saved = draft ? await replaceDraft(tx, ctx, draft, input) : await createDraft(tx, ctx, input)
      await audit(
        tx,
        'plan.saved',
        { type: 'plan', id: saved.plan.id },
        { price: adultPrice(saved.prices).id },
      )
      return planView(saved)
    })
  },
})

async function createDraft(tx: Tx, ctx: ClinicCtx, input: Input): Promise<LockedPlan> {
  const plan = await tx
    .insertInto('plans')
    .values({ clinic_id: ctx.clinicId, ...words(input), created_at: ctx.now(), updated_at: ctx.now() })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { plan, prices: await replacePrices(tx, ctx, plan.id, input, []) }
}

/** @throws AppError `not_found`, `plan_not_draft` */
async function requireDraft(tx: Tx, ctx: ClinicCtx, planId: string): Promise<LockedPlan> {
  const found = await lockPlan(tx, ctx.clinicId, planId)
  if (!found) throw new AppError('not_found')
  if (found.plan.status !== 'draft') throw new AppError('plan_not_draft')
  return found
}

async function replaceDraft(tx: Tx, ctx: ClinicCtx, draft: LockedPlan, input: Input): Promise<LockedPlan> {
  const planId = draft.plan.id
  const plan = await tx
    .updateTable('plans')
    .set({ ...words(input), updated_at: ctx.now() })
    .where('clinic_id', '=', ctx.clinicId)
    .where('id', '=', planId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { plan, prices: await replacePrices(tx, ctx, planId, input, draft.prices) }
}

const words = (input: Input) => ({ kind: input.kind, ...wordColumns(input) })

/** Prices are immutable: a changed one is withdrawn and replaced. */
async function replacePrices(
  tx: Tx,
  ctx: ClinicCtx,
  planId: string,
  input: Input,
  present: readonly PriceRow[],
): Promise<PriceRow[]> {
  const wanted = amountsByRole(input)
  const kept = present.filter(
    ({ role, interval, amount_cents }) =>
      interval === input.interval &&
      wanted.some((each) => each.role === role && each.amountCents === amount_cents),
  )
  for (const price of present.filter((each) => !kept.includes(each)))
    await tx
      .updateTable('plan_prices')
      .set({ is_active: false })
      .where('clinic_id', '=', ctx.clinicId)
      .where('id', '=', price.id)
      .execute()
  const { currency } = await tx
    .selectFrom('clinics')
    .select('currency')
    .where('id', '=', ctx.clinicId)
    .executeTakeFirstOrThrow()
  const prices: PriceRow[] = []
  for (const { role, amountCents } of wanted)
    prices.push(
      kept.find((each) => each.role === role) ??
        (await addPrice(tx, ctx, planId, { role, amountCents, interval: input.interval, currency })),
    )
  return prices
}

function addPrice(
  tx: Tx,
  ctx: ClinicCtx,
  planId: string,
  price: { role: PlanPriceRole; amountCents: number; interval: string; currency: string },
): Promise<PriceRow> {
  return tx
    .insertInto('plan_prices')
    .values({
      clinic_id: ctx.clinicId,
      plan_id: planId,
      role: price.role,
      interval: price.interval,
      amount_cents: price.amountCents,
      currency: price.currency,
      created_at: ctx.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
