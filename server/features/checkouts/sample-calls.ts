import { payingPatients, recordOf, type SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import { agreement } from '#testing/money/agreement.ts'

export const calls: SampleCalls = {
  'join-plan': {
    input: ({ plan }) => ({ priceId: plan.price.id, attempt: crypto.randomUUID(), agreement }),
    answers: payingPatients,
  },
  'sign-agreement': {
    input: async (scene, actor) => ({
      subscriptionId: await scene.plant.subscription(scene.world.clinics.one.id, recordOf(scene, actor)),
      signature: { attempt: crypto.randomUUID(), ...agreement },
    }),
    answers: payingPatients,
  },
  'join-status': {
    input: async (scene, actor) => ({
      sessionId: await scene.plant.paidPage(scene.world.clinics.one.id, recordOf(scene, actor)),
    }),
    answers: payingPatients,
  },
  'switch-plan': {
    input: async (scene, actor) => ({
      subscriptionId: await scene.plant.subscription(scene.world.clinics.one.id, recordOf(scene, actor)),
      priceId: scene.plan.price.id,
    }),
    // only the payer signs another plan's agreement
    answers: { patients: 'invalid_input', pending: 'invalid_input', rest: 'not_allowed' },
    asks: ['subscriptions:cancel'],
  },
}
