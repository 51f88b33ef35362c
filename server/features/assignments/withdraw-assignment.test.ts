import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { anAssignment } from '#testing/assignments.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { withdrawAssignment } from './withdraw-assignment.ts'

const { test, clinic } = await setUpClinic()
const patient = await aPatient(test.db, clinic)

const withdraw = (assignmentId: string, isWithdrawn = true) =>
  withdrawAssignment.call(test.services, clinic.admin.caller(), { assignmentId, isWithdrawn })
const seenBy = async (by: Caller) =>
  (
    await test.services.transactions.withActor(by, (tx) =>
      tx.selectFrom('lesson_assignments').select('id').execute(),
    )
  ).map(({ id }) => id)

it('leaves the patient’s list, stays in the team’s, and can be restored', async () => {
  const { id } = await anAssignment(test.db, clinic, patient)
  await withdraw(id)
  await withdraw(id)
  expect(await seenBy(patient.caller())).not.toContain(id)
  expect(await seenBy(clinic.admin.caller())).toContain(id)
  await withdraw(id, false)
  expect(await seenBy(patient.caller())).toContain(id)
  const trail = await test.db.asOwner<{ action: string }>(
    'select action from app.audit_log where subject_id = $1 order by id',
    [id],
  )
  expect(trail.map(({ action }) => action)).toEqual(['lesson.withdrawn', 'lesson.given_back'])
})

it('refuses a completed assignment', async () => {
  const { id } = await anAssignment(test.db, clinic, patient, { completedAt: '2026-03-01T12:00:00Z' })
  await expect(withdraw(id)).rejects.toMatchObject({ code: 'lesson_completed' })
})

it('cannot be undone once the same lesson was assigned again', async () => {
  const first = await anAssignment(test.db, clinic, patient)
  await withdraw(first.id)
  await anAssignment(test.db, clinic, patient, { item: first })
  await expect(withdraw(first.id, false)).rejects.toMatchObject({ code: 'lesson_assigned_again' })
})
