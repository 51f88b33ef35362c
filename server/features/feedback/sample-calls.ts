import { provenPatients, type SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import { someFeedback } from '#testing/feedback.ts'

export const calls: SampleCalls = {
  'share-feedback': {
    input: async ({ test, world }) => {
      // one may be open per day
      await test.db.asOwner('delete from feedback where clinic_id = $1', [world.clinics.one.id])
      return { rating: 5, body: 'Kind and on time.', mayCall: false, phone: '' }
    },
    answers: provenPatients,
  },
  'answer-feedback': {
    input: async ({ test, world }) => ({
      feedbackId: (await someFeedback(test.db, world.clinics.one)).id,
      isAnswered: true,
    }),
  },
}
