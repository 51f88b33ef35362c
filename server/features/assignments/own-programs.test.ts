import { expect, it } from 'vitest'
import type { OwnProgram } from '#domain/programs/programs.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aPresentation } from '#testing/presentations.ts'
import { aProgram } from '#testing/programs.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'
import { aSecondFactor } from '#testing/sign-in/second-step.ts'
import { assignProgram } from './assign-program.ts'
import { ownPrograms } from './own-programs.ts'
import { withdrawAssignment } from './withdraw-assignment.ts'

let patient: Patient
// 23:30 the day before in Vancouver
const { test, clinic } = await setUpClinic({ now: '2026-03-11T06:30:00Z' }, { timeZone: 'America/Vancouver' })

const seenBy = async (by: Caller) => (await ownPrograms.call(test.services, by, {})) as OwnProgram[]

async function takesPart(programId: string): Promise<void> {
  patient = await aPatient(test.db, clinic)
  await assignProgram.call(test.services, clinic.admin.caller(), {
    programId,
    patientIds: [patient.patientId],
  })
}

it('shows each session with its day, and its content once it is open', async () => {
  const { programId, sessionIds, itemIds } = await aProgram(test.db, clinic)
  await takesPart(programId)
  expect(await seenBy(patient.caller())).toEqual([
    {
      id: expect.any(String),
      title: 'Better sleep',
      emoji: '😴',
      sessions: [
        {
          id: sessionIds[0],
          title: 'Session',
          description: '',
          opensOn: '2026-03-10',
          lessons: [{ itemId: itemIds[0], type: 'article', isCompleted: false }],
        },
        { id: sessionIds[1], title: 'Session', description: '', opensOn: '2026-03-17', lessons: [] },
      ],
    },
  ])
  expect(await seenBy((await aPatient(test.db, clinic)).caller())).toEqual([])
})

it('shows content and slides of a session, each with its completion', async () => {
  const { programId, sessionIds, itemIds } = await aProgram(test.db, clinic, { sessions: 1 })
  const slides = await aPresentation(test.db, clinic)
  await test.db.asOwner('update program_sessions set slides_item_id = $1 where id = $2', [
    slides.itemId,
    sessionIds[0],
  ])
  await takesPart(programId)
  await test.db.asOwner(
    'update lesson_assignments set completed_at = now() where patient_id = $1 and item_id = $2',
    [patient.patientId, slides.itemId],
  )
  const [program] = await seenBy(patient.caller())
  expect(program?.sessions[0]?.lessons).toEqual([
    { itemId: itemIds[0], type: 'article', isCompleted: false },
    { itemId: slides.itemId, type: 'presentation', isCompleted: true },
  ])
})

it('stays as enrolled when the program changes later', async () => {
  const { programId, sessionIds } = await aProgram(test.db, clinic, { sessions: 3 })
  await takesPart(programId)
  const given = await seenBy(patient.caller())
  await test.db.asOwner('update program_sessions set removed_at = now() where id = $1', [sessionIds[0]])
  await test.db.asOwner('update program_sessions set position = 10 - position where program_id = $1', [
    programId,
  ])
  await test.db.asOwner(
    `insert into program_sessions (clinic_id, program_id, position, title) values ($1, $2, 90, 'Later')`,
    [clinic.id, programId],
  )
  await test.db.asOwner('update programs set deleted_at = now(), interval_days = 1 where id = $1', [
    programId,
  ])
  expect(await seenBy(patient.caller())).toEqual(given)
})

it('omits what the team withdraws', async () => {
  const { programId, sessionIds } = await aProgram(test.db, clinic)
  await takesPart(programId)
  const [row] = await test.db.asOwner<{ id: string }>(
    'select id from lesson_assignments where patient_id = $1 and session_id = $2',
    [patient.patientId, sessionIds[1]],
  )
  await withdrawAssignment.call(test.services, clinic.admin.caller(), {
    assignmentId: row?.id,
    isWithdrawn: true,
  })
  const [program] = await seenBy(patient.caller())
  expect(program?.sessions.map(({ id }) => id)).toEqual([sessionIds[0]])
})

it('asks for the second step of patients who have one', async () => {
  const careful = await aPatient(test.db, clinic)
  await aSecondFactor(test.db, careful)
  await expect(seenBy(careful.caller())).rejects.toMatchObject({ code: 'second_step_required' })
})
