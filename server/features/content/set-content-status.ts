import { contentStatusInput } from '#domain/content/content.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { lockItem } from './content-rules.ts'

/**
 * Archives published content, or restores the version that patients read last (docs/specification.md B4). Idempotent.
 * @throws AppError `not_found`; `content_status_unfit` for a draft
 */
export const setContentStatus = action({
  name: 'set-content-status',
  input: contentStatusInput,
  access: 'content:write',
  run: (tx, ctx, { itemId, status }): Promise<{ status: 'published' | 'archived' }> =>
    asSystem(tx, async () => {
      const item = await lockItem(tx, ctx.clinicId, itemId)
      if (item.status === status) return { status }
      if (item.status === 'draft') throw new AppError('content_status_unfit')
      await tx
        .updateTable('content_items')
        .set({ status })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', itemId)
        .execute()
      const step = status === 'archived' ? 'content.archived' : 'content.restored'
      await audit(tx, step, { type: 'content', id: itemId })
      return { status }
    }),
})
