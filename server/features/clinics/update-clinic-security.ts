import { type ClinicSecurity, clinicSecurityInput } from '#domain/clinics/clinic-security.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { securityChanged } from '#server/clinic/notices.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { readClinicSecurity } from './clinic-security.ts'

/**
 * Sets whether the clinic's team has to sign in with two steps, from each member's next request on.
 * @throws AppError `not_allowed` unless the actor may `security:write`; `second_step_required`
 */
export const updateClinicSecurity = action({
  name: 'update-clinic-security',
  input: clinicSecurityInput,
  access: 'security:write',
  asksFreshProof: true,
  async run(tx, ctx, { requiresMfa }): Promise<ClinicSecurity> {
    // both ways: switching it on must not lock the admin out, and a password alone must not switch it off
    if (ctx.actor.aal !== 'aal2') throw new AppError('second_step_required')
    await asSystem(tx, async () => {
      const change = { requires_mfa: requiresMfa, updated_at: ctx.now() }
      await tx
        .insertInto('clinic_security')
        .values({ clinic_id: ctx.clinicId, ...change })
        .onConflict((conflict) => conflict.column('clinic_id').doUpdateSet(change))
        .execute()
      const subject = { type: 'clinic', id: ctx.clinicId }
      await audit(tx, 'clinic.security_updated', subject, { requires_mfa: requiresMfa })
      await ctx.notices.notifyAdmins(tx, securityChanged(ctx))
    })
    return readClinicSecurity(tx, ctx.clinicId)
  },
})
