import { AppError } from '#domain/errors.ts'
import { planIdInput } from '#domain/plans/inputs.ts'
import type { PlanView } from '#domain/plans/plans.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { lockPlan, planView } from './queries.ts'

/**
 * Removes a plan from the join page. Current members keep it; an open payment page stays valid for 24 hours.
 * @throws AppError `not_found`, `plan_not_published`
 */
export const closePlan = action({
  name: 'close-plan',
  input: planIdInput,
  access: 'plans:write',
  async run(tx, ctx, { planId }): Promise<PlanView> {
    const found = await lockPlan(tx, ctx.clinicId, planId)
    if (!found) throw new AppError('not_found')
    if (found.plan.status !== 'published') throw new AppError('plan_not_published')
    return asSystem(tx, async () => {
      const plan = await tx
        .updateTable('plans')
        .set({ status: 'closed', closed_at: ctx.now(), updated_at: ctx.now() })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', planId)
        .returningAll()
        .executeTakeFirstOrThrow()
      await audit(tx, 'plan.closed', { type: 'plan', id: planId })
      return planView({ plan, prices: found.prices })
    })
  },
})
