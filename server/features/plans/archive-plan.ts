import { AppError } from '#domain/errors.ts'
import { planIdInput } from '#domain/plans/inputs.ts'
import type { PlanView } from '#domain/plans/plans.ts'
import { blocksJoining } from '#domain/subscriptions/subscriptions.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { lockPlan, planView } from './queries.ts'

/**
 * Removes a closed plan without members from the clinic's list. Invoices and receipts still show its name.
 * @throws AppError `not_found`; `plan_held` for a draft, a plan on sale or one with members
 */
export const archivePlan = action({
  name: 'archive-plan',
  input: planIdInput,
  access: 'plans:write',
  async run(tx, ctx, { planId }): Promise<PlanView> {
    const found = await lockPlan(tx, ctx.clinicId, planId)
    if (!found) throw new AppError('not_found')
    if (found.plan.status === 'archived') return planView(found)
    const held = await tx
      .selectFrom('subscriptions')
      .select('status')
      .where('clinic_id', '=', ctx.clinicId)
      .where('plan_id', '=', planId)
      .execute()
    if (found.plan.status !== 'closed' || held.some(({ status }) => blocksJoining(status)))
      throw new AppError('plan_held')
    return asSystem(tx, async () => {
      const plan = await tx
        .updateTable('plans')
        .set({ status: 'archived', archived_at: ctx.now(), updated_at: ctx.now() })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', planId)
        .returningAll()
        .executeTakeFirstOrThrow()
      await audit(tx, 'plan.archived', { type: 'plan', id: planId })
      return planView({ plan, prices: found.prices })
    })
  },
})
