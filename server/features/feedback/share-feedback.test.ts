import { beforeEach, expect, it } from 'vitest'
import { feedbackTexts } from '#domain/texts/feedback.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, type Member, type Patient, type TestClinic } from '#testing/sign-in/people.ts'
import { answerFeedback } from './answer-feedback.ts'
import { shareFeedback } from './share-feedback.ts'

let clinic: TestClinic
let nora: Patient
const test = await setUpServices()
beforeEach(async () => {
  clinic = await aClinic(test.db)
  nora = await aPatient(test.db, clinic)
})

const share = (by: Member, changes: object = {}) =>
  shareFeedback.call(test.services, by.caller(), {
    rating: 4,
    body: ' Kind and on time. ',
    mayCall: false,
    phone: '',
    ...changes,
  }) as Promise<{ feedbackId: string }>
const row = async (id: string) =>
  (
    await test.db.asOwner<Record<string, unknown>>(
      'select patient_id, rating, body, call_phone, answered_at from feedback where id = $1',
      [id],
    )
  )[0]

it('is stored at the clinic as open, with the number for a call', async () => {
  const { feedbackId } = await share(nora, { mayCall: true, phone: '(212) 555-0123' })
  expect(await row(feedbackId)).toEqual({
    patient_id: nora.patientId,
    rating: 4,
    body: 'Kind and on time.',
    call_phone: '+12125550123',
    answered_at: null,
  })
})

it('stores no number if no call is wanted', async () => {
  const { feedbackId } = await share(nora, { phone: '(212) 555-0123' })
  expect(await row(feedbackId)).toMatchObject({ call_phone: null })
})

it('refuses a second one of a day at its field, also from another tab', async () => {
  const both = await Promise.allSettled([share(nora), share(nora)])
  const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(refused.reason).toMatchObject({
    code: 'invalid_input',
    fields: [{ path: 'body', message: feedbackTexts.form.givenToday(clinic.name) }],
  })
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('is possible again once the first is answered, and on the clinic’s next day', async () => {
  const { feedbackId } = await share(nora)
  await answerFeedback.call(test.services, clinic.admin.caller(), { feedbackId, isAnswered: true })
  await share(nora)
  await expect(share(nora)).rejects.toMatchObject({ code: 'invalid_input' })
  test.clock.advance('P1D')
  await share(nora)
})

it.each([
  [{ rating: 0 }, 'rating', feedbackTexts.form.ratingMissing],
  [{ rating: 6 }, 'rating', feedbackTexts.form.ratingMissing],
  [{ body: ' ' }, 'body', feedbackTexts.form.bodyMissing],
  [{ body: 'a'.repeat(4001) }, 'body', feedbackTexts.form.bodyLong],
  [{ mayCall: true }, 'phone', feedbackTexts.form.phoneMissing],
  [{ mayCall: true, phone: '555' }, 'phone', feedbackTexts.form.phoneInvalid],
])('refuses at the field: %j', async (changes, path, message) => {
  await expect(share(nora, changes)).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path, message }],
  })
})
