import { expect, it } from 'vitest'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'
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

it('is closed to read-only members, patients and other clinics', async () => {
  const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
  const patient = await aPatient(test.db, clinic)
  for (const person of [viewer, patient])
    await expect(complete(person, true)).rejects.toMatchObject({ code: 'not_allowed' })
  const other = await aClinic(test.db)
  for (const id of [taskId, crypto.randomUUID()])
    await expect(complete(other.admin, true, id)).rejects.toMatchObject({ code: 'not_found' })
})
