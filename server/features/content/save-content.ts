import { fieldOfFile, filesIn, readMinutes } from '#domain/content/body.ts'
import { type SavedContent, saveContentInput } from '#domain/content/content.ts'
import { AppError } from '#domain/errors.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { lockItem, requireCategory, useFiles } from './content-rules.ts'

/** Saves of one member within this time are audited as one change, because an editor saves automatically. */
const oneSittingMs = 600_000

/**
 * Saves the working copy of content; the published version does not change.
 * @throws AppError `not_found`; `changed_elsewhere`
 * @throws AppError `invalid_input` at `category`, at a file or video that cannot be used, or for a body of another type
 */
export const saveContent = action({
  name: 'save-content',
  input: saveContentInput,
  access: 'content:write',
  run: (tx, ctx, { itemId, version, coverFileId, body, ...words }): Promise<SavedContent> =>
    asSystem(tx, async () => {
      const item = await lockItem(tx, ctx.clinicId, itemId)
      if (item.version !== version) throw new AppError('changed_elsewhere')
      if (item.type !== body.type) throw new AppError('invalid_input')
      if (body.type === 'video' && body.embed && !ctx.config.videoProviders.includes(body.embed.provider)) {
        const message = contentTexts.validation.videoProvider
        throw new AppError('invalid_input', { fields: [{ path: 'body.embed', message }] })
      }
      // a removed category may stay until it is changed
      if (words.category !== item.category) await requireCategory(tx, ctx.clinicId, words.category)
      await useFiles(tx, ctx, filesIn(body, coverFileId), (fileId) => fieldOfFile(body, coverFileId, fileId))
      const at = ctx.now()
      const minutes = readMinutes(body)
      await tx
        .updateTable('content_items')
        .set({
          ...words,
          body: JSON.stringify(body),
          cover_file_id: coverFileId,
          read_minutes: minutes,
          has_unpublished_changes: item.status !== 'draft',
          changed_by: ctx.userId,
          version: version + 1,
          updated_at: at,
        })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', itemId)
        .execute()
      const isSameSitting =
        item.changed_by === ctx.userId &&
        item.version > 1 &&
        at.getTime() - item.updated_at.getTime() < oneSittingMs
      if (!isSameSitting) await audit(tx, 'content.changed', { type: 'content', id: itemId })
      return { version: version + 1, savedAt: at.toISOString(), readMinutes: minutes }
    }),
})
