import { AppError } from '#domain/errors.ts'
import { clinicIdInput } from '#domain/memberships/inputs.ts'
import type { OwnMembership } from '#domain/memberships/memberships.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { takeUpMembership } from './take-up-membership.ts'

/**
 * Activates the caller's pending membership of a clinic. Idempotent.
 * @throws AppError `email_not_confirmed`, `membership_suspended`
 * @throws AppError `invitation_invalid`, also for an unknown clinic
 */
export const activateMembership = action({
  name: 'activate-membership',
  input: clinicIdInput,
  access: 'signed-in',
  system: 'single sign-on may bind the account to another clinic',
  run: (tx, ctx, { clinicId }): Promise<{ membership: OwnMembership }> =>
    asSystem(tx, async () => {
      const membership = await takeUpMembership(tx, ctx, clinicId)
      if (!membership) throw new AppError('invitation_invalid')
      return { membership }
    }),
})
