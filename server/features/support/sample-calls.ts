import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import type { Scene } from '#server/tests/threats/scene.ts'
import { aSupportAccess } from '#testing/support.ts'

export const calls: SampleCalls = {
  'operator-support': {
    answers: { rest: 'not_allowed' },
  },
  'ask-support-access': {
    input: ({ world }) => ({
      clinicId: world.clinics.one.id,
      reason: 'A mail does not arrive',
    }),
    answers: { rest: 'not_allowed' },
  },
  'support-view': {
    input: async (scene) => ({ accessId: await aWaitingAccess(scene) }),
    answers: { rest: 'not_allowed' },
  },
  'end-support-access': {
    input: async (scene) => ({ accessId: await aWaitingAccess(scene) }),
    answers: { rest: 'not_allowed' },
  },
  'decide-support-access': {
    input: async (scene) => ({
      accessId: await aWaitingAccess(scene),
      decision: 'decline',
    }),
  },
}

const aWaitingAccess = ({ test, world }: Scene) =>
  aSupportAccess(test.db, world.clinics.one.id, { askedAt: new Date() })
