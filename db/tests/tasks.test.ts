// Reads of tasks (docs/decisions/0042): by the clinic's own team, never by patients or another clinic.
import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic, aPatient, aSignedInPerson, aStaffMember, aVisitor } from '#testing/sign-in/people.ts'
import { aTask } from '#testing/tasks.ts'

const db = await setUpDatabase()
const clinic = await aClinic(db)
const other = await aClinic(db)
const staff = await aStaffMember(db, clinic)
const patient = await aPatient(db, clinic)
await aTask(db, clinic, { title: 'Call Nora', patientId: patient.patientId, assigneeId: staff.userId })
await aTask(db, other, { title: 'Of the neighbor' })

const titles = async (caller: Caller) =>
  (await db.transactions.withActor(caller, (tx) => tx.selectFrom('tasks').select('title').execute())).map(
    ({ title }) => title,
  )

it('shows the whole team the tasks of that clinic, for any assignee', async () => {
  const viewer = await aStaffMember(db, clinic, { isReadOnly: true })
  for (const person of [clinic.admin, staff, viewer])
    expect(await titles(person.caller())).toEqual(['Call Nora'])
  expect(await titles(other.admin.caller())).toEqual(['Of the neighbor'])
})

it('shows nothing to the patient it is about, to another clinic, to strangers and to visitors', async () => {
  const stranger = await aSignedInPerson(db)
  for (const caller of [
    patient.caller(),
    other.admin.caller(clinic),
    stranger.caller(clinic),
    aVisitor(clinic),
  ])
    await expect(titles(caller)).rejects.toMatchObject({ code: '42501' })
})

it('shows nothing to a password alone where a second step is required', async () => {
  const strict = await aClinic(db, { requiresMfa: true })
  await aTask(db, strict)
  expect(await titles(strict.admin.caller())).toEqual([])
})

it('is written by the server alone', async () => {
  for (const { caller } of [clinic.admin, staff]) {
    const write = (run: Parameters<typeof db.transactions.withActor>[1]) =>
      expect(db.transactions.withActor(caller(), run)).rejects.toMatchObject({ code: '42501' })
    await write((tx) => tx.updateTable('tasks').set({ title: 'Taken over' }).execute())
    await write((tx) => tx.deleteFrom('tasks').execute())
    await write((tx) =>
      tx
        .insertInto('tasks')
        .values({ clinic_id: clinic.id, title: 'Smuggled', created_at: new Date(), updated_at: new Date() })
        .execute(),
    )
  }
})

it('is about a patient of the same clinic', async () => {
  await expect(aTask(db, other, { patientId: patient.patientId })).rejects.toThrow('tasks_patient_fkey')
})

it('each write is audited with patient and assignee, and without the text', async () => {
  const { id } = await aTask(db, clinic, {
    title: 'Kept out of the trail',
    patientId: patient.patientId,
    assigneeId: staff.userId,
  })
  for (const change of [`title = 'Other words'`, 'done_at = now()', 'done_at = null'])
    await db.asOwner(`update tasks set ${change} where id = $1`, [id])
  expect(
    await db.asOwner(
      'select action, patient_ids, details from app.audit_log where subject_id = $1 order by id',
      [id],
    ),
  ).toEqual(
    ['task.added', 'task.changed', 'task.completed', 'task.reopened'].map((action) => ({
      action,
      patient_ids: [patient.patientId],
      details: { assignee: staff.userId },
    })),
  )
})
