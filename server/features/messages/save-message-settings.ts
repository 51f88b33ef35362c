import { messageSettingsInput } from '#domain/messages/messages.ts'
import type { SavedVersion } from '#domain/versions.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { nextVersion } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Saves the promised answer time and the text for patients while the clinic is away.
 * @throws AppError `not_allowed` unless the actor may `clinic:update`
 * @throws AppError `changed_elsewhere`
 */
export const saveMessageSettings = action({
  name: 'save-message-settings',
  input: messageSettingsInput,
  access: 'clinic:update',
  async run(tx, ctx, { version: seen, replyWithin, awayText, awayFrom, awayUntil }): Promise<SavedVersion> {
    const { clinicId } = ctx
    await lockClinic(tx, clinicId)
    const saved = await tx
      .selectFrom('message_settings')
      .select('version')
      .where('clinic_id', '=', clinicId)
      .executeTakeFirst()
    const row = {
      reply_within: replyWithin || null,
      away_text: awayText || null,
      away_from: awayFrom || null,
      away_until: awayUntil || null,
      version: nextVersion(seen, saved),
      updated_at: ctx.now(),
    }
    return asSystem(tx, async () => {
      await tx
        .insertInto('message_settings')
        .values({ clinic_id: clinicId, ...row })
        .onConflict((conflict) => conflict.column('clinic_id').doUpdateSet(row))
        .execute()
      await audit(tx, 'clinic.messages_updated', { type: 'clinic', id: clinicId })
      return { version: row.version }
    })
  },
})
