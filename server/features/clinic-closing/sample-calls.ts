import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'

export const calls: SampleCalls = {
  'close-clinic': {
    input: ({ world }) => ({ name: world.clinics.one.name }),
    answers: { admin: 'second_step_required' },
    freshProof: true,
  },
  'keep-clinic': {
    answers: { admin: 'second_step_required' },
  },
}
