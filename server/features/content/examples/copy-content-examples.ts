import type { ContentBody } from '#domain/content/body.ts'
import { copyExamplesInput } from '#domain/content/content.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { copiedKeys } from './content-examples.ts'
import { examples } from './examples.ts'

/**
 * Copies Carefold's example articles to the clinic as drafts, marked as not reviewed. Skips examples that the clinic
 * has copied.
 * @returns the new items, in the order of the examples
 * @throws AppError `not_found` for an unknown key
 */
export const copyContentExamples = action({
  name: 'copy-content-examples',
  input: copyExamplesInput,
  access: 'content:write',
  async run(tx, ctx, { keys }): Promise<{ itemIds: string[] }> {
    if (keys.some((key) => !examples.some((example) => example.key === key))) throw new AppError('not_found')
    // two simultaneous calls make one copy
    await lockClinic(tx, ctx.clinicId)
    const copied = await copiedKeys(tx, ctx.clinicId)
    const wanted = examples.filter(({ key }) => keys.includes(key) && !copied.has(key))
    const itemIds: string[] = []
    const at = ctx.now()
    return asSystem(tx, async () => {
      for (const { key, title, category, description, readMinutes, document } of wanted) {
        const body: ContentBody = { type: 'article', document }
        const { id } = await tx
          .insertInto('content_items')
          .values({
            clinic_id: ctx.clinicId,
            type: 'article',
            title,
            category,
            description,
            body: JSON.stringify(body),
            read_minutes: readMinutes,
            example_key: key,
            is_unchecked_example: true,
            author_id: ctx.userId,
            changed_by: ctx.userId,
            created_at: at,
            updated_at: at,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await audit(tx, 'content.created', { type: 'content', id }, { example: key })
        itemIds.push(id)
      }
      return { itemIds }
    })
  },
})
