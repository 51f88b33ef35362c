import { deleteContentInput } from '#domain/content/content.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Deletes content from all lists, or restores it. It stays stored, because its versions may be assigned. Idempotent.
 * @throws AppError `not_found`
 */
export const deleteContent = action({
  name: 'delete-content',
  input: deleteContentInput,
  access: 'content:write',
  run: (tx, ctx, { itemId, isDeleted }): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const item = await tx
        .selectFrom('content_items')
        .select('deleted_at')
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', itemId)
        .forUpdate()
        .executeTakeFirst()
      if (!item) throw new AppError('not_found')
      if ((item.deleted_at !== null) === isDeleted) return { success: true }
      await tx
        .updateTable('content_items')
        .set({ deleted_at: isDeleted ? ctx.now() : null })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', itemId)
        .execute()
      await audit(tx, isDeleted ? 'content.deleted' : 'content.brought_back', { type: 'content', id: itemId })
      return { success: true }
    }),
})
