import { AppError } from '#domain/errors.ts'
import { clinicIdInput } from '#domain/memberships/inputs.ts'
import type { OwnMembership } from '#domain/memberships/memberships.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { takeUpMembership } from './take-up-membership.ts'
import { waitAsPatient } from './wait-as-patient.ts'

/**
 * Adds the signed-in caller to another clinic: activates a pending membership, or creates one as a patient. Idempotent.
 * @throws AppError `email_not_confirmed`, `membership_suspended`, `clinic_not_found`
 */
export const joinClinic = action({
  name: 'join-clinic',
  input: clinicIdInput,
  access: 'signed-in',
  system: 'single sign-on may bind the account to another clinic',
  run: (tx, ctx, { clinicId }): Promise<{ membership: OwnMembership }> =>
    asSystem(tx, async () => {
      const waiting = await takeUpMembership(tx, ctx, clinicId)
      if (waiting) return { membership: waiting }

      const clinic = await tx.selectFrom('clinics').select('id').where('id', '=', clinicId).executeTakeFirst()
      if (!clinic) throw new AppError('clinic_not_found')
      await waitAsPatient(tx, ctx, clinicId, await loadJoiner(tx, ctx))
      const membership = await takeUpMembership(tx, ctx, clinicId)
      if (!membership) throw new Error(`${ctx.userId} has no membership after joining`)
      return { membership }
    }),
})

/** The name is a placeholder: activating the membership copies it from the profile. */
async function loadJoiner(tx: Tx, ctx: ClinicCtx) {
  const person = await tx
    .selectFrom('auth.users')
    .select('email')
    .where('id', '=', ctx.userId)
    .executeTakeFirstOrThrow()
  const email = person.email ?? ''
  return { account: { id: ctx.userId, email }, name: email }
}
