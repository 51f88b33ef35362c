import { type SampleCalls, visitOf } from '#server/tests/threats/actors/sample-call.ts'
import { missVisit } from '#testing/visit-fees.ts'

export const calls: SampleCalls = {
  'charge-visit-fee': {
    input: async (scene, actor) => ({
      appointmentId: await missVisit(scene.test.db, await visitOf(scene, actor)),
      amountCents: 5_000,
      byCard: false,
      isTaxed: false,
    }),
  },
  'waive-visit-fee': {
    input: async (scene, actor) => ({
      appointmentId: await missVisit(scene.test.db, await visitOf(scene, actor)),
      isWaived: true,
    }),
  },
}
