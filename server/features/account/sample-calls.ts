import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'

export const calls: SampleCalls = {
  'confirm-person': {
    input: () => ({ currentPassword: '', nonce: '000000' }),
    // acts on the caller's own session
    answers: { rest: 'reauthentication_not_valid' },
  },
}
