import { AppError } from '#domain/errors.ts'
import { type SaveProgram, saveProgramInput } from '#domain/programs/inputs.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { requireFeature } from '../clinic-tier/tier-features.ts'
import { lockProgram, requireItems, requirePlans } from './program-rules.ts'

/**
 * Saves a program with its sessions and plans. A removed session stays for enrolled patients.
 * @throws AppError `not_found`; `changed_elsewhere`
 * @throws AppError `clinic_tier_lacks_feature` for a new program
 * @throws AppError `invalid_input` for content, a plan or a session that is not the clinic's
 */
export const saveProgram = action({
  name: 'save-program',
  input: saveProgramInput,
  access: 'content:write',
  system: 'who sees no billing reads no tier',
  run: (tx, ctx, input): Promise<{ programId: string; version: number }> =>
    asSystem(tx, async () => {
      const { clinicId } = ctx
      if (input.programId === null)
        await requireFeature(tx, clinicId, 'advanced_education', { now: ctx.now(), path: '' })
      await requireItems(
        tx,
        clinicId,
        input.sessions.flatMap(({ itemId, slidesItemId }) => [itemId, slidesItemId]),
      )
      await requirePlans(tx, clinicId, input.planIds)
      const { programId, version } = await upsert(tx, ctx, input)
      await saveSessions(tx, ctx, programId, input.sessions)
      await tx
        .deleteFrom('program_plans')
        .where('clinic_id', '=', clinicId)
        .where('program_id', '=', programId)
        .execute()
      const plans = [...new Set(input.planIds)]
      if (plans.length > 0)
        await tx
          .insertInto('program_plans')
          .values(plans.map((plan_id) => ({ clinic_id: clinicId, program_id: programId, plan_id })))
          .execute()
      await audit(tx, 'program.saved', { type: 'program', id: programId })
      return { programId, version }
    }),
})

async function upsert(
  tx: Tx,
  ctx: ClinicCtx,
  input: SaveProgram,
): Promise<{ programId: string; version: number }> {
  const at = ctx.now()
  const values = {
    title: input.title,
    description: input.description,
    category: input.category,
    emoji: input.emoji,
    start: input.start,
    starts_on: input.start === 'fixed' ? input.startsOn : null,
    interval_days: input.intervalDays,
    changed_by: ctx.userId,
    updated_at: at,
  }
  if (input.programId === null) {
    const { id } = await tx
      .insertInto('programs')
      .values({ clinic_id: ctx.clinicId, author_id: ctx.userId, created_at: at, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { programId: id, version: 1 }
  }
  const before = await lockProgram(tx, ctx.clinicId, input.programId)
  if (before.version !== input.version) throw new AppError('changed_elsewhere')
  const version = before.version + 1
  await tx
    .updateTable('programs')
    .set({ ...values, version, is_unchecked_example: false })
    .where('clinic_id', '=', ctx.clinicId)
    .where('id', '=', before.id)
    .execute()
  return { programId: before.id, version }
}

async function saveSessions(
  tx: Tx,
  ctx: ClinicCtx,
  programId: string,
  sessions: SaveProgram['sessions'],
): Promise<void> {
  const { clinicId } = ctx
  const existing = await tx
    .selectFrom('program_sessions')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('program_id', '=', programId)
    .where('removed_at', 'is', null)
    .execute()
  const kept = sessions.flatMap(({ id }) => id ?? [])
  if (new Set(kept).size < kept.length || kept.some((id) => !existing.some((each) => each.id === id)))
    throw new AppError('changed_elsewhere')
  const gone = existing.filter(({ id }) => !kept.includes(id)).map(({ id }) => id)
  if (gone.length > 0)
    await tx
      .updateTable('program_sessions')
      .set({ removed_at: ctx.now() })
      .where('clinic_id', '=', clinicId)
      .where('id', 'in', gone)
      .execute()
  for (const [position, { id, title, description, itemId, slidesItemId }] of sessions.entries()) {
    const values = { position, title, description, item_id: itemId, slides_item_id: slidesItemId }
    if (id === null)
      await tx
        .insertInto('program_sessions')
        .values({ clinic_id: clinicId, program_id: programId, ...values })
        .execute()
    else
      await tx
        .updateTable('program_sessions')
        .set(values)
        .where('clinic_id', '=', clinicId)
        .where('id', '=', id)
        .execute()
  }
}
