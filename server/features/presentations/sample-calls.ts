import { provenPatients, type SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import { aPresentation } from '#testing/presentations.ts'

export const calls: SampleCalls = {
  'list-presentations': {
    answers: { ...provenPatients, team: 'ok' },
  },
  'get-presentation-slides': {
    input: async ({ test, world }) => ({
      presentationId: (await aPresentation(test.db, world.clinics.one)).itemId,
    }),
    answers: { ...provenPatients, team: 'ok', guardian: 'not_found' },
  },
  'featured-presentations': {
    answers: { ...provenPatients, team: 'ok' },
  },
}
