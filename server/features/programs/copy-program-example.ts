import { readMinutes } from '#domain/content/body.ts'
import { documentFromMarkdown } from '#domain/content/markdown.ts'
import { AppError } from '#domain/errors.ts'
import { copyProgramInput } from '#domain/programs/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { requireFeature } from '../clinic-tier/tier-features.ts'
import { examplePrograms } from './example-programs.ts'

/**
 * Copies one of Carefold's example programs to the clinic; each session becomes a draft, marked as not reviewed. A
 * clinic has one copy at a time.
 * @throws AppError `not_found` for an unknown key; `clinic_tier_lacks_feature`
 */
export const copyProgramExample = action({
  name: 'copy-program-example',
  input: copyProgramInput,
  access: 'content:write',
  system: 'who sees no billing reads no tier',
  run: (tx, ctx, { key }): Promise<{ programId: string }> =>
    asSystem(tx, async () => {
      const { clinicId } = ctx
      const example = examplePrograms.find((each) => each.key === key)
      if (!example) throw new AppError('not_found')
      // two simultaneous calls make one copy
      await tx.selectFrom('clinics').select('id').where('id', '=', clinicId).forUpdate().execute()
      const copy = await tx
        .selectFrom('programs')
        .select('id')
        .where('clinic_id', '=', clinicId)
        .where('example_key', '=', key)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (copy) return { programId: copy.id }
      const at = ctx.now()
      await requireFeature(tx, clinicId, 'advanced_education', { now: at, path: '' })
      const written = { author_id: ctx.userId, changed_by: ctx.userId, created_at: at, updated_at: at }
      const { title, description, category, emoji } = example
      const { id: programId } = await tx
        .insertInto('programs')
        .values({
          ...{ clinic_id: clinicId, title, description, category, emoji, start: 'rolling', interval_days: 7 },
          ...{ is_unchecked_example: true, example_key: key },
          ...written,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const [position, session] of example.sessions.entries()) {
        const body = { type: 'article', document: documentFromMarkdown(session.text) } as const
        const { id: itemId } = await tx
          .insertInto('content_items')
          .values({
            ...{ clinic_id: clinicId, type: 'article', category },
            title: session.title,
            description: session.description,
            body: JSON.stringify(body),
            read_minutes: readMinutes(body),
            example_key: `${key}-${position + 1}`,
            is_unchecked_example: true,
            ...written,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await tx
          .insertInto('program_sessions')
          .values({
            ...{ clinic_id: clinicId, program_id: programId, position, item_id: itemId },
            title: session.title,
            description: session.description,
          })
          .execute()
        await audit(
          tx,
          'content.created',
          { type: 'content', id: itemId },
          { example: `${key}-${position + 1}` },
        )
      }
      await audit(tx, 'program.saved', { type: 'program', id: programId }, { example: key })
      return { programId }
    }),
})
