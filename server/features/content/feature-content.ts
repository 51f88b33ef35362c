import { featureContentInput } from '#domain/content/content.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { lockItem } from './content-rules.ts'

/**
 * Adds content to 'Featured Articles' in the Learning Center, or removes it. A draft appears there once published.
 * Idempotent.
 * @throws AppError `not_found`
 */
export const featureContent = action({
  name: 'feature-content',
  input: featureContentInput,
  access: 'content:write',
  run: (tx, ctx, { itemId, isFeatured }): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const item = await lockItem(tx, ctx.clinicId, itemId)
      if (item.is_featured === isFeatured) return { success: true }
      await tx
        .updateTable('content_items')
        .set({ is_featured: isFeatured })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', itemId)
        .execute()
      await audit(tx, isFeatured ? 'content.featured' : 'content.unfeatured', { type: 'content', id: itemId })
      return { success: true }
    }),
})
