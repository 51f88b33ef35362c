import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'

export const calls: SampleCalls = {
  'operator-clinics': {
    input: () => ({ search: '' }),
    answers: { rest: 'not_allowed' },
  },
  'agree-fee': {
    input: ({ world }) => ({ clinicId: world.clinics.one.id, policy: 'flat_month', feeCents: 9_900 }),
    answers: { rest: 'not_allowed' },
  },
  'operator-overview': {
    answers: { rest: 'not_allowed' },
  },
  'retry-job': {
    input: () => ({ jobId: crypto.randomUUID() }),
    answers: { rest: 'not_allowed' },
  },
}
