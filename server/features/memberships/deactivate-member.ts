import type { VisitsAhead } from '#domain/appointments/visits-ahead.ts'
import { AppError } from '#domain/errors.ts'
import { deactivateMemberInput } from '#domain/memberships/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { settleVisits } from '../appointments/leaving/settle-visits.ts'
import { lockMember } from './lock-member.ts'

/**
 * Suspends an active member's access. The visits ahead of a member who sees patients are handed over or canceled as
 * decided; a patient's stay. The same checks apply as to a client's UPDATE of a membership.
 * @returns `ahead`, with nothing written, while a visit has no decision or one that is no longer possible
 * @throws AppError `not_found`, `owner_stays`; `time_taken` if a time was booked meanwhile
 */
export const deactivateMember = action({
  name: 'deactivate-member',
  input: deactivateMemberInput,
  access: 'members:update',
  async run(tx, ctx, { membershipId, visits }): Promise<{ success: true } | { ahead: VisitsAhead }> {
    const member = await asSystem(tx, () => lockMember(tx, ctx, membershipId))
    const undecided =
      member.role === 'patient' ? null : await settleVisits(tx, ctx, { member, decisions: visits })
    if (undecided) return undecided
    const suspended = await tx
      .updateTable('clinic_memberships')
      .set({ status: 'invited', updated_at: ctx.now() })
      .where('clinic_id', '=', ctx.clinicId)
      .where('id', '=', membershipId)
      .where('status', '=', 'active')
      .returning('id')
      .executeTakeFirst()
    if (!suspended) throw new AppError('not_found')
    return { success: true }
  },
})
