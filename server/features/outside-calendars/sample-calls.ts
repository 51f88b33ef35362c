import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'

const id = '00000000-0000-4000-8000-00000000ca1e'

/** The sample team members see no patients themselves. */
export const calls: SampleCalls = {
  'add-outside-calendar': {
    input: () => ({ address: 'https://calendar.example.com/busy.ics' }),
    answers: { team: 'not_found' },
  },
  'connect-outside-calendar': { input: () => ({ service: 'google' }), answers: { team: 'not_found' } },
  'finish-outside-calendar': {
    input: () => ({ code: 'of-a-test', state: 'of-a-test' }),
    answers: { team: 'not_found' },
  },
  'read-outside-calendar': { input: () => ({ id }), answers: { team: 'not_found' } },
  'remove-outside-calendar': { input: () => ({ id }), answers: { team: 'not_found' } },
}
