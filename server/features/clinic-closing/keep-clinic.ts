import * as z from 'zod/mini'
import type { ClinicClosing } from '#domain/clinic-closing/clinic-closing.ts'
import { AppError } from '#domain/errors.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { securityChanged } from '#server/clinic/notices.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { undoEndWithPeriod } from '../subscriptions/ending/end-with-period.ts'
import { readClosing } from './clinic-closing.ts'
import { lockClinic } from './close-clinic.ts'
import { notifyOfClosingJob } from './notify-of-closing.ts'

/**
 * Undoes the closing of the clinic: plans that were ending because of it continue, except those that have ended. Mails
 * members. Idempotent.
 * @throws AppError `second_step_required` as in close-clinic
 */
export const keepClinic = action({
  name: 'keep-clinic',
  input: z.object({}),
  access: 'clinic:close',
  async run(tx, ctx): Promise<ClinicClosing> {
    if (ctx.actor.aal !== 'aal2') throw new AppError('second_step_required')
    return asSystem(tx, async () => {
      await lockClinic(tx, ctx)
      const withdrawn = await tx
        .updateTable('app.clinic_closings')
        .set({ withdrawn_at: ctx.now() })
        .where('clinic_id', '=', ctx.clinicId)
        .where('withdrawn_at', 'is', null)
        .where('erased_at', 'is', null)
        .returning('subscriptions')
        .executeTakeFirst()
      if (!withdrawn) return readClosing(tx, ctx)
      await resume(tx, ctx, withdrawn.subscriptions)
      await audit(tx, 'clinic.closing_withdrawn', { type: 'clinic', id: ctx.clinicId })
      await ctx.notices.notifyAdmins(tx, securityChanged(ctx))
      await ctx.jobs.enqueue(tx, notifyOfClosingJob, { clinicId: ctx.clinicId, erasedFrom: null })
      return readClosing(tx, ctx)
    })
  },
})

async function resume(tx: Tx, ctx: ClinicCtx, subscriptions: string[]): Promise<void> {
  if (subscriptions.length === 0) return
  const ending = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('clinic_id', '=', ctx.clinicId)
    .where('id', 'in', subscriptions)
    .where('status', 'in', [...runningStatuses])
    .where('cancel_at_period_end', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id } of ending) await undoEndWithPeriod(tx, ctx, id, false)
}
