import { emptyBody, readMinutes } from '#domain/content/body.ts'
import { createContentInput } from '#domain/content/content.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { requireFeature } from '../clinic-tier/tier-features.ts'
import { requireCategory } from './content-rules.ts'

/**
 * Creates a draft of educational content, visible to the team only.
 * @throws AppError `invalid_input` at `category`; `clinic_tier_lacks_feature` at `type` for a presentation
 */
export const createContent = action({
  name: 'create-content',
  input: createContentInput,
  access: 'content:write',
  async run(tx, ctx, { type, ...words }): Promise<{ itemId: string }> {
    if (type === 'presentation')
      await asSystem(tx, () =>
        requireFeature(tx, ctx.clinicId, 'advanced_education', { now: ctx.now(), path: 'type' }),
      )
    await requireCategory(tx, ctx.clinicId, words.category)
    return asSystem(tx, async () => {
      const body = emptyBody(type)
      const at = ctx.now()
      const { id } = await tx
        .insertInto('content_items')
        .values({
          clinic_id: ctx.clinicId,
          type,
          ...words,
          body: JSON.stringify(body),
          read_minutes: readMinutes(body),
          author_id: ctx.userId,
          changed_by: ctx.userId,
          created_at: at,
          updated_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await audit(tx, 'content.created', { type: 'content', id })
      return { itemId: id }
    })
  },
})
