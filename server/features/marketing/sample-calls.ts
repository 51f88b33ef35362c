import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'

export const calls: SampleCalls = {
  'send-contact-request': {
    input: () => ({
      about: 'demo',
      name: 'Ada Lane',
      email: 'ada@clinic.test',
      clinicName: '',
      message: 'Hello',
    }),
    limit: 'contact-request',
  },
}
