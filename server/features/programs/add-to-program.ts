import { AppError } from '#domain/errors.ts'
import { addToProgramInput } from '#domain/programs/inputs.ts'
import { mostSessions } from '#domain/programs/programs.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { lockProgram } from './program-rules.ts'

/**
 * Adds content to a program as its last session.
 * @throws AppError `not_found`, `program_full`
 */
export const addToProgram = action({
  name: 'add-to-program',
  input: addToProgramInput,
  access: 'content:write',
  async run(tx, ctx, { programId, itemId }): Promise<{ success: true }> {
    const { clinicId } = ctx
    const program = await asSystem(tx, () => lockProgram(tx, clinicId, programId))
    const item = await tx
      .selectFrom('content_items')
      .select(['title', 'description', 'type'])
      .where('clinic_id', '=', clinicId)
      .where('id', '=', itemId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!item) throw new AppError('not_found')
    const sessions = await tx
      .selectFrom('program_sessions')
      .select('position')
      .where('clinic_id', '=', clinicId)
      .where('program_id', '=', programId)
      .where('removed_at', 'is', null)
      .execute()
    if (sessions.length >= mostSessions) throw new AppError('program_full')
    return asSystem(tx, async () => {
      await tx
        .insertInto('program_sessions')
        .values({
          clinic_id: clinicId,
          program_id: programId,
          position: Math.max(-1, ...sessions.map(({ position }) => position)) + 1,
          title: item.title,
          description: item.description,
          // slides and reading of a session are separate
          ...(item.type === 'presentation' ? { slides_item_id: itemId } : { item_id: itemId }),
        })
        .execute()
      await tx
        .updateTable('programs')
        .set({ version: program.version + 1, changed_by: ctx.userId, updated_at: ctx.now() })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', programId)
        .execute()
      await audit(tx, 'program.saved', { type: 'program', id: programId })
      return { success: true }
    })
  },
})
