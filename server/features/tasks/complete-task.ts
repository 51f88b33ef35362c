import { completeTaskInput } from '#domain/tasks/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { lockTask } from './save-task.ts'

/**
 * Completes a task, or reopens it. Idempotent.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`
 */
export const completeTask = action({
  name: 'complete-task',
  input: completeTaskInput,
  access: 'tasks:write',
  run: (tx, ctx, { taskId, isDone }): Promise<{ version: number }> =>
    asSystem(tx, async () => {
      const { version, done_at, assignee_id } = await lockTask(tx, ctx.clinicId, taskId)
      if ((done_at !== null) === isDone) return { version }
      await tx
        .updateTable('tasks')
        .set({
          done_at: isDone ? ctx.now() : null,
          done_by: isDone ? ctx.userId : null,
          version: version + 1,
          updated_at: ctx.now(),
        })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', taskId)
        .execute()
      const userIds = assignee_id ? [assignee_id] : []
      await ctx.notices.announce(tx, { clinicId: ctx.clinicId, userIds, topic: 'tasks' })
      return { version: version + 1 }
    }),
})
