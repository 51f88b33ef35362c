import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'

export const calls: SampleCalls = {
  'legal-hold': {
    input: ({ world }) => ({ patientId: world.owners.patient.patientId, hold: true }),
  },
}
