import type * as z from 'zod/mini'
import { AppError } from '#domain/errors.ts'
import { type PlanView, savePlanInput } from '#domain/plans/plans.ts'
import { action, type ClinicCtx } from '#server/platform/action.ts'
import { audit } from '#server/platform/audit.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { type LockedPlan, lockPlan, planView } from './queries.ts'

type Input = z.output<typeof savePlanInput>

/**
 * Creates a draft, or replaces one. Only the team sees a draft.
 *
 * @returns the plan; `price.amountCents` in the clinic's currency
 * @throws AppError `not_found` for an unknown `planId` and for another clinic's, alike
 * @throws AppError `plan_not_draft` once it has been published: patients have agreed to what it says
 */
export const savePlan = action({
  name: 'save-plan',
  input: savePlanInput,
  access: 'plans:write',
  run: (tx, ctx, input): Promise<PlanView> =>
    asSystem(tx, async () => {
      const saved = input.planId
        ? await replaceDraft(tx, ctx, input.planId, input)
        : await createDraft(tx, ctx, input)
      await audit(tx, 'plan.saved', { type: 'plan', id: saved.plan.id }, { price: saved.price.id })
      return planView(saved)
    }),
})

async function createDraft(tx: Tx, ctx: ClinicCtx, input: Input): Promise<LockedPlan> {
  const plan = await tx
    .insertInto('plans')
    .values({ clinic_id: ctx.clinicId, ...words(input), created_at: ctx.now(), updated_at: ctx.now() })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { plan, price: await addPrice(tx, ctx, plan.id, input) }
}

async function replaceDraft(tx: Tx, ctx: ClinicCtx, planId: string, input: Input): Promise<LockedPlan> {
  const found = await lockPlan(tx, ctx.clinicId, planId)
  if (!found) throw new AppError('not_found')
  if (found.plan.status !== 'draft') throw new AppError('plan_not_draft')
  const plan = await tx
    .updateTable('plans')
    .set({ ...words(input), updated_at: ctx.now() })
    .where('clinic_id', '=', ctx.clinicId)
    .where('id', '=', planId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { price } = found
  if (price.amount_cents === input.amountCents && price.interval === input.interval) return { plan, price }
  await tx
    .updateTable('plan_prices')
    .set({ is_active: false })
    .where('clinic_id', '=', ctx.clinicId)
    .where('id', '=', price.id)
    .execute()
  return { plan, price: await addPrice(tx, ctx, planId, input) }
}

const words = ({ kind, name, description, includes }: Input) => ({ kind, name, description, includes })

async function addPrice(tx: Tx, ctx: ClinicCtx, planId: string, input: Input) {
  const { currency } = await tx
    .selectFrom('clinics')
    .select('currency')
    .where('id', '=', ctx.clinicId)
    .executeTakeFirstOrThrow()
  return tx
    .insertInto('plan_prices')
    .values({
      clinic_id: ctx.clinicId,
      plan_id: planId,
      interval: input.interval,
      amount_cents: input.amountCents,
      currency,
      created_at: ctx.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
