import { provenPatients, recordOf, type SampleCalls } from '#server/tests/threats/actors/sample-call.ts'

export const calls: SampleCalls = {
  'export-record': {
    input: (scene, actor) => ({ patientId: recordOf(scene, actor) }),
    freshProof: true,
  },
  'export-own-record': {
    answers: { ...provenPatients, guardian: 'ok' },
  },
}
