import { expect, it } from 'vitest'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { saveTask } from './save-task.ts'

const { test, clinic } = await setUpClinic()
const other = await aClinic(test.db)
const ann = await aStaffMember(test.db, clinic)
const ben = await aStaffMember(test.db, clinic)
const patient = await aPatient(test.db, clinic)

const input = (changes: object = {}) => ({
  version: 0,
  title: 'Call about the referral',
  patientId: patient.patientId,
  assigneeId: ben.userId,
  dueOn: '2026-03-12',
  ...changes,
})
const save = (person: Member, changes: object = {}) =>
  saveTask.call(test.services, person.caller(), input(changes)) as Promise<{
    taskId: string
    version: number
  }>

const noticesOf = async ({ userId }: Member) =>
  (
    await test.db.asOwner<{ subject_id: string }>(
      `select subject_id from user_notices where user_id = $1 and kind = 'task_assigned'`,
      [userId],
    )
  ).map(({ subject_id }) => subject_id)

const auditOf = (taskId: string) =>
  test.db.asOwner('select action, patient_ids from app.audit_log where subject_id = $1 order by id', [taskId])

it('stores patient, assignee and due date, and notifies a new assignee', async () => {
  const { taskId, version } = await save(ann)
  expect(version).toBe(1)
  expect(await noticesOf(ben)).toEqual([taskId])
  expect(
    await test.db.asOwner(
      `select title, patient_id, assignee_id, to_char(due_on, 'YYYY-MM-DD') as due_on, created_by from tasks where id = $1`,
      [taskId],
    ),
  ).toEqual([
    {
      title: 'Call about the referral',
      patient_id: patient.patientId,
      assignee_id: ben.userId,
      due_on: '2026-03-12',
      created_by: ann.userId,
    },
  ])
  expect(await auditOf(taskId)).toEqual([{ action: 'task.added', patient_ids: [patient.patientId] }])
})

it('notifies no assignee of their own or an unchanged assignment', async () => {
  const own = await save(ann, { assigneeId: ann.userId })
  expect(await noticesOf(ann)).not.toContain(own.taskId)
  const given = await save(ann)
  await save(ann, { taskId: given.taskId, version: 1, title: 'Call today' })
  expect((await noticesOf(ben)).filter((id) => id === given.taskId)).toHaveLength(1)
  // reassigned and back: a new assignment
  await save(ben, { taskId: given.taskId, version: 2, assigneeId: ann.userId })
  await save(ann, { taskId: given.taskId, version: 3 })
  expect((await noticesOf(ben)).filter((id) => id === given.taskId)).toHaveLength(2)
})

it('refuses an outdated save', async () => {
  const { taskId } = await save(ann)
  await save(ben, { taskId, version: 1, title: 'From another tab' })
  await expect(save(ann, { taskId, version: 1 })).rejects.toMatchObject({ code: 'changed_elsewhere' })
  const twice = await Promise.allSettled([
    save(ann, { taskId, version: 2, title: 'Once' }),
    save(ann, { taskId, version: 2, title: 'Once' }),
  ])
  expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('requires an assignee on the team who may write, and a patient of the clinic', async () => {
  const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
  const foreign = await aPatient(test.db, other)
  for (const assigneeId of [viewer.userId, patient.userId, other.admin.userId, crypto.randomUUID()]) {
    await expect(save(ann, { assigneeId })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [{ path: 'assigneeId' }],
    })
  }
  for (const patientId of [foreign.patientId, crypto.randomUUID()]) {
    await expect(save(ann, { patientId })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [{ path: 'patientId' }],
    })
  }
  await expect(save(viewer)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(save(patient)).rejects.toMatchObject({ code: 'not_allowed' })
})

it('answers not_found for another clinic’s task and an unknown one', async () => {
  const { taskId } = (await saveTask.call(test.services, other.admin.caller(), {
    ...input(),
    patientId: '',
    assigneeId: other.admin.userId,
  })) as { taskId: string }
  for (const id of [taskId, crypto.randomUUID()])
    await expect(save(ann, { taskId: id, version: 1 })).rejects.toMatchObject({ code: 'not_found' })
})
