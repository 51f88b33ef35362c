import { guardianRulesInput } from '#domain/guardians/guardians.ts'
import type { SavedVersion } from '#domain/versions.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { nextVersion } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Saves the ages at which guardians' access at the clinic becomes limited and ends, for all patients at once.
 * @throws AppError `not_allowed`, `second_step_required`, `changed_elsewhere`
 */
export const saveGuardianRules = action({
  name: 'save-guardian-rules',
  input: guardianRulesInput,
  access: 'guardian-rules:write',
  async run(tx, ctx, { version: seen, rules }): Promise<SavedVersion> {
    const { clinicId } = ctx
    await lockClinic(tx, clinicId)
    const saved = await tx
      .selectFrom('guardian_rules')
      .select('version')
      .where('clinic_id', '=', clinicId)
      .executeTakeFirst()
    const row = {
      limited_from: rules.limitedFrom,
      ends_at: rules.endsAt,
      invites: rules.invites,
      version: nextVersion(seen, saved),
      updated_at: ctx.now(),
    }
    return asSystem(tx, async () => {
      await tx
        .insertInto('guardian_rules')
        .values({ clinic_id: clinicId, ...row })
        .onConflict((conflict) => conflict.column('clinic_id').doUpdateSet(row))
        .execute()
      await audit(tx, 'guardian.rules_saved', { type: 'clinic', id: clinicId }, rules, clinicId)
      return { version: row.version }
    })
  },
})
