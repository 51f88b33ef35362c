// Reads of feedback; one per day is open (docs/specification.md B2.4). Another clinic's people and every
// write: tenant-escape.
import { expect, it } from 'vitest'
import { someFeedback } from '#testing/feedback.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'

const db = await setUpDatabase()
const clinic = await aClinic(db)
const nora = await aPatient(db, clinic)
await someFeedback(db, clinic, { patient: nora, body: 'from Nora' })
await someFeedback(db, clinic, { body: 'from Sam' })

const seenBy = async (person: Member) =>
  (
    await db.transactions.withActor(person.caller(), (tx) =>
      tx.selectFrom('feedback').select('body').orderBy('body').execute(),
    )
  ).map(({ body }) => body)

it('is read by its patient and by the team', async () => {
  expect(await seenBy(nora)).toEqual(['from Nora'])
  const viewer = await aStaffMember(db, clinic, { isReadOnly: true })
  for (const person of [clinic.admin, viewer]) expect(await seenBy(person)).toEqual(['from Nora', 'from Sam'])
})

it('does not show the patient who answered', async () => {
  const read = (person: Member) =>
    db.transactions.withActor(person.caller(), (tx) =>
      tx.selectFrom('feedback').select('answered_by').execute(),
    )
  await expect(read(nora)).rejects.toThrow('permission denied')
  expect(await read(clinic.admin)).toHaveLength(2)
})

it('is changed by the server alone', async () => {
  for (const person of [nora, clinic.admin]) {
    await expect(
      db.transactions.withActor(person.caller(), (tx) =>
        tx.updateTable('feedback').set({ rating: 1 }).execute(),
      ),
    ).rejects.toThrow('permission denied')
  }
})

it('allows one open feedback per patient and day', async () => {
  const patient = await aPatient(db, clinic)
  await someFeedback(db, clinic, { patient, isAnswered: true })
  await someFeedback(db, clinic, { patient })
  await expect(someFeedback(db, clinic, { patient })).rejects.toThrow('feedback_open_key')
})

it('every write is audited with the patient, and without the text', async () => {
  const { id, patient } = await someFeedback(db, clinic, { body: 'kept out of the trail' })
  await db.asOwner('update feedback set answered_at = now() where id = $1', [id])
  await db.asOwner('update feedback set answered_at = null where id = $1', [id])
  expect(
    await db.asOwner(
      'select action, patient_ids, details from app.audit_log where subject_id = $1 order by id',
      [id],
    ),
  ).toEqual(
    ['feedback.shared', 'feedback.answered', 'feedback.reopened'].map((action) => ({
      action,
      patient_ids: [patient.patientId],
      details: {},
    })),
  )
})
