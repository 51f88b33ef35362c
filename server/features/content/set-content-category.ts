import { contentCategoryInput, startCategories } from '#domain/content/content.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { ownCategories } from './content-rules.ts'

/**
 * Adds a content category to the clinic, or removes one; names are compared without case. Idempotent.
 * @returns the category's stored name
 * @throws AppError `content_category_used` while an item that is not deleted uses it
 */
export const setContentCategory = action({
  name: 'set-content-category',
  input: contentCategoryInput,
  access: 'content:write',
  async run(tx, ctx, { name, isOffered }): Promise<{ name: string }> {
    const { clinicId } = ctx
    const isSame = (other: string) => other.toLowerCase() === name.toLowerCase()
    const start = startCategories.find(isSame)
    if (start) return { name: start }
    const own = (await ownCategories(tx, clinicId)).find(isSame)
    if (isOffered && own === undefined) {
      await asSystem(tx, () =>
        tx
          .insertInto('content_categories')
          .values({ clinic_id: clinicId, name, created_at: ctx.now() })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      )
    }
    if (!isOffered && own !== undefined) {
      const used = await tx
        .selectFrom('content_items')
        .select('id')
        .where('clinic_id', '=', clinicId)
        .where('category', '=', own)
        .where('deleted_at', 'is', null)
        .limit(1)
        .executeTakeFirst()
      if (used) throw new AppError('content_category_used')
      await asSystem(tx, () =>
        tx
          .deleteFrom('content_categories')
          .where('clinic_id', '=', clinicId)
          .where('name', '=', own)
          .execute(),
      )
    }
    return { name: own ?? name }
  },
})
