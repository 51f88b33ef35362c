import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'

export const calls: SampleCalls = {
  'clinic-activity': {
    input: () => ({}),
    ids: ({ world }) => ({ actorId: world.clinics.one.admin.userId }),
    foreign: 'ok',
  },
}
