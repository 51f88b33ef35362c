import { expect, it } from 'vitest'
import { setUpServices } from '#testing/set-up.ts'
import { operatorEnv } from '#testing/sign-in/operator.ts'
import { aClinic, aSignedInPerson } from '#testing/sign-in/people.ts'
import { aSecondStep } from '#testing/sign-in/second-step.ts'
import { aSupportAccess } from '#testing/support.ts'
import { askSupportAccess, endSupportAccess } from './ask-support-access.ts'

const test = await setUpServices({ env: operatorEnv })
const operator = await aSignedInPerson(test.db, { email: operatorEnv.OPERATOR_EMAIL })

const ask = (clinicId: string, reason = 'A mail does not arrive') =>
  askSupportAccess.call(test.services, operator.caller(), { clinicId, reason })

it('requires a second step and a reason, and notifies the clinic’s admins', async () => {
  const clinic = await aClinic(test.db)
  await expect(ask(clinic.id)).rejects.toMatchObject({ code: 'second_step_required' })
  await aSecondStep(test.db, operator)
  await expect(ask(clinic.id, 'because')).rejects.toMatchObject({ code: 'invalid_input' })
  const clicks = await Promise.allSettled([ask(clinic.id), ask(clinic.id)])
  expect(clicks.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const notices = await test.db.asOwner('select user_id, kind from user_notices where clinic_id = $1', [
    clinic.id,
  ])
  expect(notices).toEqual([{ user_id: clinic.admin.userId, kind: 'security_changed' }])
})

it('is withdrawn by the requester only', async () => {
  const clinic = await aClinic(test.db)
  const end = (accessId: string) => endSupportAccess.call(test.services, operator.caller(), { accessId })
  const theirs = await aSupportAccess(test.db, clinic.id, { askedAt: test.clock.now() })
  for (const accessId of [theirs, crypto.randomUUID()])
    await expect(end(accessId)).rejects.toMatchObject({ code: 'support_over' })
  const own = await aSupportAccess(test.db, clinic.id, {
    askedBy: operator.userId,
    askedAt: test.clock.now(),
  })
  await expect(end(own)).resolves.toMatchObject({ accesses: expect.any(Array) })
})
