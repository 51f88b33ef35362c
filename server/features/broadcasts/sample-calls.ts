import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import { aBroadcast } from '#testing/broadcasts.ts'

const draft = {
  channel: 'portal',
  purpose: 'care',
  audience: 'members',
  of: '',
  subject: '',
  body: 'We are closed on Friday.',
}

export const calls: SampleCalls = {
  'preview-broadcast': { input: () => draft },
  'test-broadcast': { input: () => draft },
  // without recipients: the count is refused last
  'send-broadcast': {
    input: () => ({ ...draft, count: 999, attempt: crypto.randomUUID() }),
    answers: { team: 'invalid_input', viewer: 'not_allowed', rest: 'not_allowed' },
  },
  'stop-broadcast': {
    input: async ({ test, world }) => ({ broadcastId: await aBroadcast(test.db, world.clinics.one) }),
  },
}
