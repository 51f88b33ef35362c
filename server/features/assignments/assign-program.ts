import { sql } from 'kysely'
import type { Assigned } from '#domain/assignments/assignments.ts'
import { AppError } from '#domain/errors.ts'
import { assignProgramInput } from '#domain/programs/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { notifyOfLessons } from './notify-of-lessons.ts'
import { countWithoutAccount, patientsToAssign } from './patients-to-assign.ts'

/**
 * Enrolls patients, or all patients of a plan, in a program. Skips those who are enrolled.
 * @throws AppError `not_found`; `program_unfinished` while a session has no published content
 */
export const assignProgram = action({
  name: 'assign-program',
  input: assignProgramInput,
  access: 'lessons:assign',
  async run(tx, ctx, { programId, patientIds, planId }): Promise<Assigned> {
    const { clinicId } = ctx
    await requireFinished(tx, clinicId, programId)
    const people = await patientsToAssign(tx, clinicId, { patientIds, planId }, ctx.now())
    const withoutAccount = await countWithoutAccount(tx, clinicId, people)
    return asSystem(tx, async () => {
      const { rows } = await sql<{ enrolled: number }>`
        select app.enroll_in_program(${clinicId}::uuid, ${programId}::uuid, ${people}::uuid[], 'team', ${ctx.userId}::uuid,
                                     ${ctx.now()}::timestamptz) as enrolled`.execute(tx)
      const assigned = Number(rows[0]?.enrolled ?? 0)
      if (assigned > 0) await notifyOfLessons(tx, ctx, clinicId)
      return {
        assigned,
        already: people.length - assigned,
        withoutAccount,
      }
    })
  },
})

async function requireFinished(tx: Tx, clinicId: string, programId: string): Promise<void> {
  const program = await asSystem(tx, () =>
    tx
      .selectFrom('programs')
      .select('id')
      .where('clinic_id', '=', clinicId)
      .where('id', '=', programId)
      .where('deleted_at', 'is', null)
      // a change to the program waits, and applies to later enrollments
      .forShare()
      .executeTakeFirst(),
  )
  if (!program) throw new AppError('not_found')
  const { rows } = await sql`
    select 1 from public.program_sessions s
     where s.clinic_id = ${clinicId} and s.program_id = ${programId} and s.removed_at is null
       and not exists (select from public.content_items i
                        where i.clinic_id = s.clinic_id and i.id in (s.item_id, s.slides_item_id)
                          and i.status = 'published' and i.deleted_at is null)`.execute(tx)
  if (rows.length > 0) throw new AppError('program_unfinished')
}
