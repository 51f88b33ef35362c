import { expect, it } from 'vitest'
import { setUpClinic } from '#testing/set-up.ts'
import { aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { completeTask } from './complete-task.ts'
import { saveTask } from './save-task.ts'

const { test, clinic } = await setUpClinic()
const ann = await aStaffMember(test.db, clinic)
const task = { version: 0, title: 'Order gauze', patientId: '', assigneeId: ann.userId, dueOn: '' }
const saved = (await saveTask.call(test.services, ann.caller(), task)) as { taskId: string }
const taskId = saved.taskId

const complete = (person: Member, isDone: boolean, id = taskId) =>
  completeTask.call(test.services, person.caller(), { taskId: id, isDone })
const actions = async () =>
  (
    await test.db.asOwner<{ action: string }>(
      'select action from app.audit_log where subject_id = $1 order by id',
      [taskId],
    )
  ).map(({ action }) => action)

it('is completed once, however often it is repeated, and can be reopened', async () => {
  await Promise.all([complete(ann, true), complete(clinic.admin, true)])
  await complete(ann, true)
  expect(await actions()).toEqual(['task.added', 'task.completed'])
  expect(await complete(ann, false)).toEqual({ version: 3 })
  expect(await actions()).toEqual(['task.added', 'task.completed', 'task.reopened'])
  expect(await test.db.asOwner('select done_at, done_by from tasks where id = $1', [taskId])).toEqual([
    { done_at: null, done_by: null },
  ])
})
