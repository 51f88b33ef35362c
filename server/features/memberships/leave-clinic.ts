import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { type LeavingClinic, leaveClinicInput } from '#domain/memberships/inputs.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import { action, type ClinicCtx } from '#server/platform/action.ts'
import { audit } from '#server/platform/audit.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { requireHealthDataAccess } from '#server/platform/health-data.ts'
import { endWithPeriod } from '../subscriptions/end-with-period.ts'

/**
 * A patient leaves the clinic: their plans end with the period already paid for, their access ends at once. What the clinic
 * keeps about them goes later, class by class (docs/decisions/0084); whoever joins again in time finds everything.
 *
 * Without `confirmed` nothing changes: the answer says what would.
 *
 * @throws AppError `not_allowed` for everybody but a patient of the clinic; `email_not_confirmed`, `second_step_required`
 */
export const leaveClinic = action({
  name: 'leave-clinic',
  input: leaveClinicInput,
  access: 'signed-in',
  async run(tx, ctx, { confirmed }): Promise<LeavingClinic> {
    const { membershipId, role } = ctx.actor
    if (!membershipId) throw new AppError(ctx.actor.emailConfirmed ? 'not_allowed' : 'email_not_confirmed')
    if (role !== 'patient') throw new AppError('not_allowed')
    await requireHealthDataAccess(tx)
    return asSystem(tx, async () => {
      const plans = await lockRunning(tx, ctx)
      const leaving = {
        plans: plans.map(({ name, current_period_end, cancel_at_period_end, cancel_at }) => ({
          name,
          paidUntil: ((cancel_at_period_end && cancel_at) || current_period_end).toISOString(),
        })),
      }
      if (!confirmed) return { ...leaving, left: false }
      for (const { id, cancel_at_period_end } of plans)
        if (!cancel_at_period_end) await endWithPeriod(tx, ctx, id)
      await endMembership(tx, ctx, membershipId)
      return { ...leaving, left: true }
    })
  },
})

/** The plans that the caller pays for. */
function lockRunning(tx: Tx, { clinicId, actor }: ClinicCtx) {
  return tx
    .selectFrom('subscriptions as s')
    .innerJoin('plan_versions as v', (join) =>
      join.onRef('v.clinic_id', '=', 's.clinic_id').onRef('v.id', '=', 's.version_id'),
    )
    .select(['s.id', 'v.name', 's.current_period_end', 's.cancel_at_period_end', 's.cancel_at'])
    .where('s.clinic_id', '=', clinicId)
    .where('s.owner_patient_id', '=', actor.patientId)
    .where('s.status', 'in', [...runningStatuses])
    .orderBy('s.id')
    .forUpdate('s')
    .execute()
}

/** As `app.keep_removed_membership` does where an admin removes somebody. */
async function endMembership(tx: Tx, ctx: ClinicCtx, membershipId: string): Promise<void> {
  const now = ctx.now()
  const ended = await tx
    .updateTable('clinic_memberships')
    .set({ ended_at: now, updated_at: now })
    .where('clinic_id', '=', ctx.clinicId)
    .where('id', '=', membershipId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (ended.numUpdatedRows !== 1n) throw new AppError('not_allowed')
  await sql`select app.void_invitations(${ctx.clinicId}, ${membershipId}, ${ctx.userId}, ${now}::timestamptz)`.execute(
    tx,
  )
  await audit(tx, 'membership.left', { type: 'membership', id: membershipId }, { role: 'patient' })
}
