import { AppError } from '#domain/errors.ts'
import { isTeamRole } from '#domain/memberships/memberships.ts'
import { noticePreferencesInput } from '#domain/preferences/notice-preferences.ts'
import type { SavedVersion } from '#domain/versions.ts'
import { action } from '#server/clinic/action.ts'
import { nextVersion } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Saves a team member's own notice preferences at the clinic; read-only members may call it too.
 * @throws AppError `not_allowed` outside the team; `changed_elsewhere`
 */
export const saveNoticePreferences = action({
  name: 'save-notice-preferences',
  input: noticePreferencesInput,
  access: 'signed-in',
  async run(tx, ctx, { version: seen, ...channels }): Promise<SavedVersion> {
    if (!ctx.actor.role || !isTeamRole(ctx.actor.role)) throw new AppError('not_allowed')
    await asSystem(tx, () =>
      tx
        .selectFrom('clinic_memberships')
        .select('id')
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', ctx.actor.membershipId)
        .forUpdate()
        .execute(),
    )
    const saved = await tx
      .selectFrom('notice_preferences')
      .select('version')
      .where('clinic_id', '=', ctx.clinicId)
      .where('user_id', '=', ctx.userId)
      .executeTakeFirst()
    const row = { ...channels, version: nextVersion(seen, saved), updated_at: ctx.now() }
    return asSystem(tx, async () => {
      await tx
        .insertInto('notice_preferences')
        .values({ clinic_id: ctx.clinicId, user_id: ctx.userId, ...row })
        .onConflict((conflict) => conflict.columns(['clinic_id', 'user_id']).doUpdateSet(row))
        .execute()
      return { version: row.version }
    })
  },
})
