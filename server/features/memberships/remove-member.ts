import { AppError } from '#domain/errors.ts'
import { membershipIdInput } from '#domain/invitations/invitations.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import { action, type ClinicCtx } from '#server/platform/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { endWithPeriod } from '../subscriptions/end-with-period.ts'

/**
 * Removes somebody from the clinic and cancels what they pay for, both or neither (docs/domain-rules.md choice 3).
 *
 * Each running plan ends with the period already paid for, as when it is canceled alone; the access ends at once. The
 * removal itself is the one that a client makes with DELETE, with the same guards (0013).
 *
 * @throws AppError `not_found` for an unknown, an ended and another clinic's membership, alike
 * @throws AppError `owner_stays`
 */
export const removeMember = action({
  name: 'remove-member',
  input: membershipIdInput,
  access: 'subscriptions:cancel',
  async run(tx, ctx, { membershipId }): Promise<{ success: true; canceled: number }> {
    const canceled = await asSystem(tx, async () => {
      const member = await lockMember(tx, ctx, membershipId)
      const subscriptions = await lockRunning(tx, ctx, member.user_id)
      for (const { id } of subscriptions) await endWithPeriod(tx, ctx, id)
      return subscriptions.length
    })
    const removed = await tx
      .deleteFrom('clinic_memberships')
      .where('clinic_id', '=', ctx.clinicId)
      .where('id', '=', membershipId)
      .returning('id')
      .executeTakeFirst()
    if (!removed) throw new AppError('not_found')
    return { success: true, canceled }
  },
})

async function lockMember(tx: Tx, { clinicId }: ClinicCtx, membershipId: string) {
  const member = await tx
    .selectFrom('clinic_memberships')
    .select(['user_id', 'is_owner'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', membershipId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!member) throw new AppError('not_found')
  if (member.is_owner) throw new AppError('owner_stays')
  return member
}

/** The plans that would be charged again. */
function lockRunning(tx: Tx, { clinicId }: ClinicCtx, userId: string | null) {
  return tx
    .selectFrom('subscriptions as s')
    .innerJoin('patients as p', (join) =>
      join.onRef('p.clinic_id', '=', 's.clinic_id').onRef('p.id', '=', 's.owner_patient_id'),
    )
    .select('s.id')
    .where('s.clinic_id', '=', clinicId)
    .where('p.user_id', '=', userId)
    .where('s.status', 'in', [...runningStatuses])
    .where('s.cancel_at_period_end', '=', false)
    .orderBy('s.id')
    .forUpdate('s')
    .execute()
}
