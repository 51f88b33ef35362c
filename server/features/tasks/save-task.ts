import { AppError } from '#domain/errors.ts'
import { saveTaskInput } from '#domain/tasks/inputs.ts'
import { taskTexts } from '#domain/texts/tasks.ts'
import { action } from '#server/clinic/action.ts'
import { nextVersion } from '#server/clinic/own-record.ts'
import { isPatientOf } from '#server/clinic/patients.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

const texts = taskTexts.form

/**
 * Adds or changes a task. Notifies a new assignee by the assignee's preferences, unless it is the caller.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`; `changed_elsewhere`
 * @throws AppError `invalid_input` at `assigneeId` unless on the team and not read-only, at `patientId` unless a
 * patient
 */
export const saveTask = action({
  name: 'save-task',
  input: saveTaskInput,
  access: 'tasks:write',
  async run(tx, ctx, input): Promise<{ taskId: string; version: number }> {
    const { clinicId, userId } = ctx
    const { taskId } = input
    const before = taskId ? await asSystem(tx, () => lockTask(tx, clinicId, taskId)) : undefined
    const version = nextVersion(input.version, before)
    const patientId = input.patientId || null
    const isNewOwner = before?.assignee_id !== input.assigneeId
    const [isPatient, canTake] = await Promise.all([
      patientId === null || patientId === before?.patient_id || isPatientOf(tx, clinicId, patientId),
      !isNewOwner || takesTasks(tx, clinicId, input.assigneeId),
    ])
    if (!isPatient)
      throw new AppError('invalid_input', { fields: [{ path: 'patientId', message: texts.patientGone }] })
    if (!canTake)
      throw new AppError('invalid_input', { fields: [{ path: 'assigneeId', message: texts.assigneeGone }] })

    return asSystem(tx, async () => {
      const row = {
        title: input.title,
        patient_id: patientId,
        assignee_id: input.assigneeId,
        due_on: input.dueOn || null,
        version,
        updated_at: ctx.now(),
      }
      const { id } = before
        ? await tx
            .updateTable('tasks')
            .set(row)
            .where('clinic_id', '=', clinicId)
            .where('id', '=', before.id)
            .returning('id')
            .executeTakeFirstOrThrow()
        : await tx
            .insertInto('tasks')
            .values({ clinic_id: clinicId, ...row, created_by: userId, created_at: ctx.now() })
            .returning('id')
            .executeTakeFirstOrThrow()
      const owners = [before?.assignee_id ?? input.assigneeId, input.assigneeId]
      await ctx.notices.announce(tx, { clinicId, userIds: owners, topic: 'tasks' })
      if (isNewOwner && input.assigneeId !== userId) {
        const key = `${id} ${version}`
        const about = { patientId, subjectId: id }
        await ctx.notices.notify(tx, {
          clinicId,
          userId: input.assigneeId,
          kind: 'task_assigned',
          key,
          ...about,
        })
      }
      return { taskId: id, version }
    })
  },
})

/** @throws AppError `not_found` */
export async function lockTask(tx: Tx, clinicId: string, taskId: string) {
  const task = await tx
    .selectFrom('tasks')
    .select(['id', 'patient_id', 'assignee_id', 'done_at', 'version'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', taskId)
    .forUpdate()
    .executeTakeFirst()
  if (!task) throw new AppError('not_found')
  return task
}

/** Read-only members cannot complete tasks, and Billing sees none. */
async function takesTasks(tx: Tx, clinicId: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('clinic_memberships')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', userId)
    .where('role', '<>', 'patient')
    .where('status', '=', 'active')
    .where('is_read_only', '=', false)
    .where('is_billing_only', '=', false)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
