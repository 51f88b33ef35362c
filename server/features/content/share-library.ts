import { shareLibraryInput } from '#domain/content/sharing.ts'
import { AppError } from '#domain/errors.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Allows another clinic to copy this clinic's published content, or ends that; existing copies stay. Idempotent.
 * @throws AppError `invalid_input` at `subdomain` if unknown or the clinic's own
 */
export const shareLibrary = action({
  name: 'share-library',
  input: shareLibraryInput,
  access: 'clinic:update',
  run: (tx, ctx, { subdomain, isShared }): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const other = await tx
        .selectFrom('clinics')
        .select('id')
        .where('subdomain', '=', subdomain)
        .where('id', '<>', ctx.clinicId)
        .executeTakeFirst()
      if (!other) {
        const message = contentTexts.sharing.noClinic
        throw new AppError('invalid_input', { fields: [{ path: 'subdomain', message }] })
      }
      const changed = isShared
        ? await tx
            .insertInto('content_library_shares')
            .values({
              clinic_id: ctx.clinicId,
              with_clinic_id: other.id,
              shared_by: ctx.userId,
              created_at: ctx.now(),
            })
            .onConflict((conflict) => conflict.doNothing())
            .returning('clinic_id')
            .execute()
        : await tx
            .deleteFrom('content_library_shares')
            .where('clinic_id', '=', ctx.clinicId)
            .where('with_clinic_id', '=', other.id)
            .returning('clinic_id')
            .execute()
      if (changed.length > 0)
        await audit(tx, isShared ? 'content.library_shared' : 'content.library_unshared', {
          type: 'clinic',
          id: other.id,
        })
      return { success: true }
    }),
})
