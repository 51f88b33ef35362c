import { type ClinicClosing, closeClinicInput } from '#domain/clinic-closing/clinic-closing.ts'
import { AppError } from '#domain/errors.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import { clinicClosingTexts } from '#domain/texts/clinic-closing.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { isClosing } from '#server/clinic/clinic-closing.ts'
import { securityChanged } from '#server/clinic/notices.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { endWithPeriod } from '../subscriptions/ending/end-with-period.ts'
import { readClosing } from './clinic-closing.ts'
import { notifyOfClosingJob } from './notify-of-closing.ts'

/**
 * Schedules the closing of the clinic: no patient can join a plan, plans end with their paid period, and members are
 * mailed. A job erases the clinic thirty days later, after the last plan has ended; until then an admin can undo it.
 * Idempotent.
 * @throws AppError `second_step_required` unless the session has passed a second step
 * @throws AppError `invalid_input` for `name` unless it is the clinic's; `clinic_tier_unended`
 */
export const closeClinic = action({
  name: 'close-clinic',
  input: closeClinicInput,
  access: 'clinic:close',
  asksFreshProof: true,
  async run(tx, ctx, { name }): Promise<ClinicClosing> {
    if (ctx.actor.aal !== 'aal2') throw new AppError('second_step_required')
    return asSystem(tx, async () => {
      const clinic = await lockClinic(tx, ctx)
      if (name.toLowerCase() !== clinic.name.trim().toLowerCase())
        throw new AppError('invalid_input', {
          fields: [{ path: 'name', message: clinicClosingTexts.nameDiffers }],
        })
      if (await isClosing(tx, ctx.clinicId)) return readClosing(tx, ctx)
      const { hasTier } = await readClosing(tx, ctx)
      if (hasTier) throw new AppError('clinic_tier_unended')

      const subscriptions = await lockRunning(tx, ctx)
      for (const id of subscriptions) await endWithPeriod(tx, ctx, id, false)
      const asked_at = ctx.now()
      await tx
        .insertInto('app.clinic_closings')
        .values({ clinic_id: ctx.clinicId, asked_at, asked_by: ctx.userId, subscriptions })
        .execute()
      await audit(
        tx,
        'clinic.closing_asked',
        { type: 'clinic', id: ctx.clinicId },
        { plans: subscriptions.length },
      )
      await ctx.notices.notifyAdmins(tx, securityChanged(ctx))
      const closing = await readClosing(tx, ctx)
      await ctx.jobs.enqueue(tx, notifyOfClosingJob, {
        clinicId: ctx.clinicId,
        erasedFrom: closing.erasedFrom,
      })
      return closing
    })
  },
})

/** Locks the clinic, so that the second of two simultaneous calls finds the first's request. */
export function lockClinic(tx: Tx, { clinicId }: ClinicCtx): Promise<{ name: string }> {
  return tx
    .selectFrom('clinics')
    .select('name')
    .where('id', '=', clinicId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

async function lockRunning(tx: Tx, { clinicId }: ClinicCtx): Promise<string[]> {
  const rows = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('status', 'in', [...runningStatuses])
    .where('cancel_at_period_end', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
