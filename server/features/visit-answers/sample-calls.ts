import type { ActorName } from '#db/tests/tenant-escape/expectations.ts'
import { type SampleCalls, visitOf } from '#server/tests/threats/actors/sample-call.ts'
import type { Scene } from '#server/tests/threats/scene.ts'
import { aVisitLink } from '#testing/appointments.ts'

export const calls: SampleCalls = {
  'visit-of-link': {
    input: async (scene, actor) => ({ token: await aLinkOf(scene, actor) }),
    limit: 'visit-of-link',
  },
  'answer-visit': {
    input: async (scene, actor) => ({
      token: await aLinkOf(scene, actor),
      answer: 'comes',
      acceptsLate: false,
    }),
    limit: 'answer-visit',
  },
}

const aLinkOf = async (scene: Scene, actor: ActorName) =>
  aVisitLink(scene.test.db, await visitOf(scene, actor))
