import { recordOf, type SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import { aStaffMember } from '#testing/sign-in/people.ts'
import { aSecondStep } from '#testing/sign-in/second-step.ts'
import { giveCredit } from './give-credit.ts'

export const calls: SampleCalls = {
  'give-credit': {
    input: (scene, actor) => ({
      patientId: recordOf(scene, actor),
      amountCents: 2_000,
      reason: 'goodwill',
      attempt: crypto.randomUUID(),
    }),
  },
  'take-back-credit': {
    input: async (scene, actor) => {
      const { test, world } = scene
      const patientId = recordOf(scene, actor)
      const given = { patientId, amountCents: 2_000, reason: 'goodwill', attempt: crypto.randomUUID() }
      // not the scene's admin, who may be in a demo or without the second step
      const giver = await aStaffMember(test.db, world.clinics.one, { role: 'admin' })
      await aSecondStep(test.db, giver)
      await test.call(giveCredit, giver.caller(), given)
      const [payer] = await test.db.asOwner<{ cents: number }>(
        'select unused_credit_cents::int as cents from patient_customers where patient_id = $1',
        [patientId],
      )
      return { patientId, amountCents: payer?.cents, reason: 'mistake', attempt: crypto.randomUUID() }
    },
  },
  'next-invoice': { input: (scene, actor) => ({ patientId: recordOf(scene, actor) }) },
}
