import { clinicMailInput } from '#domain/clinics/clinic-mail.ts'
import { AppError } from '#domain/errors.ts'
import { clinicTexts } from '#domain/texts/clinics.ts'
import type { SavedVersion } from '#domain/versions.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { nextVersion } from '#server/clinic/own-record.ts'
import { senderAddress } from '#server/platform/config/config.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Saves the address that receives replies to the clinic's mails. It is not confirmed: nothing is sent to it.
 * @throws AppError `not_allowed` unless the actor may `clinic:update`
 * @throws AppError `changed_elsewhere`; `invalid_input` for the address that Carefold sends from
 */
export const saveClinicMail = action({
  name: 'save-clinic-mail',
  input: clinicMailInput,
  access: 'clinic:update',
  async run(tx, ctx, { version: seen, replyTo }): Promise<SavedVersion> {
    const { clinicId } = ctx
    if (replyTo === senderAddress(ctx.config).toLowerCase())
      throw new AppError('invalid_input', {
        fields: [{ path: 'replyTo', message: clinicTexts.mail.isSender }],
      })
    await lockClinic(tx, clinicId)
    const saved = await tx
      .selectFrom('clinic_mail')
      .select('version')
      .where('clinic_id', '=', clinicId)
      .executeTakeFirst()
    const row = { reply_to: replyTo || null, version: nextVersion(seen, saved), updated_at: ctx.now() }
    return asSystem(tx, async () => {
      await tx
        .insertInto('clinic_mail')
        .values({ clinic_id: clinicId, ...row })
        .onConflict((conflict) => conflict.column('clinic_id').doUpdateSet(row))
        .execute()
      await audit(tx, 'clinic.mail_updated', { type: 'clinic', id: clinicId }, { to: row.reply_to })
      return { version: row.version }
    })
  },
})
