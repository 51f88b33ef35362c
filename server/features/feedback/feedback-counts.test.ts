import { expect, it } from 'vitest'
import { someFeedback } from '#testing/feedback.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient } from '#testing/sign-in/people.ts'
import { aSecondStep } from '#testing/sign-in/second-step.ts'
import { feedbackCounts } from './feedback-counts.ts'

const test = await setUpServices()

it('counts the clinic’s open feedback, and audits no read', async () => {
  const clinic = await aClinic(test.db)
  await someFeedback(test.db, clinic)
  await someFeedback(test.db, clinic, { isAnswered: true })
  await someFeedback(test.db, await aClinic(test.db))
  expect(await feedbackCounts.call(test.services, clinic.admin.caller(), {})).toEqual({ open: 1 })
  expect(
    await test.db.asOwner(`select 1 from app.audit_log where clinic_id = $1 and action = 'record.read'`, [
      clinic.id,
    ]),
  ).toEqual([])
})

it('is for the team, and zero before the second step', async () => {
  const strict = await aClinic(test.db, { requiresMfa: true })
  await someFeedback(test.db, strict)
  const count = () => feedbackCounts.call(test.services, strict.admin.caller(), {})
  expect(await count()).toEqual({ open: 0 })
  await aSecondStep(test.db, strict.admin)
  expect(await count()).toEqual({ open: 1 })
  const patient = await aPatient(test.db, strict)
  await expect(feedbackCounts.call(test.services, patient.caller(), {})).rejects.toMatchObject({
    code: 'not_allowed',
  })
})
