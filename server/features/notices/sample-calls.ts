import { type SampleCalls, team } from '#server/tests/threats/actors/sample-call.ts'

export const calls: SampleCalls = {
  'mark-notices-read': {
    input: () => ({ noticeIds: [crypto.randomUUID()] }),
    answers: { ...team, billing: 'ok' },
    foreign: 'ok',
  },
  'stop-emails': {
    input: () => ({ token: crypto.randomUUID() }),
    foreign: 'ok',
    limit: 'stop-emails',
  },
}
