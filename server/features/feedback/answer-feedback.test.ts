import { expect, it } from 'vitest'
import { someFeedback } from '#testing/feedback.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { answerFeedback } from './answer-feedback.ts'

const { test, clinic } = await setUpClinic()
const ann = await aStaffMember(test.db, clinic)

const answer = (by: Member, feedbackId: string, isAnswered = true) =>
  answerFeedback.call(test.services, by.caller(), { feedbackId, isAnswered })

it('marks feedback with the answering member once, and can be undone', async () => {
  const { id } = await someFeedback(test.db, clinic)
  await Promise.all([answer(ann, id), answer(ann, id)])
  const state = async () =>
    (
      await test.db.asOwner(
        'select answered_at is not null as answered, answered_by from feedback where id = $1',
        [id],
      )
    )[0]
  expect(await state()).toEqual({ answered: true, answered_by: ann.userId })
  await answer(ann, id, false)
  expect(await state()).toEqual({ answered: false, answered_by: null })
  expect(
    await test.db.asOwner('select action from app.audit_log where subject_id = $1 order by id', [id]),
  ).toEqual([{ action: 'feedback.shared' }, { action: 'feedback.answered' }, { action: 'feedback.reopened' }])
})

it('is not reopened beside newer feedback of the same day', async () => {
  const patient = await aPatient(test.db, clinic)
  const { id } = await someFeedback(test.db, clinic, { patient, isAnswered: true })
  await someFeedback(test.db, clinic, { patient })
  await expect(answer(ann, id, false)).rejects.toMatchObject({ code: 'feedback_open_already' })
})
