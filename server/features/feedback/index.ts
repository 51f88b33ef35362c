import { feature } from '#server/clinic/feature.ts'
import { answerFeedback } from './answer-feedback.ts'
import { feedbackCounts } from './feedback-counts.ts'
import { shareFeedback } from './share-feedback.ts'

export const feedbackFeature = feature({
  actions: [shareFeedback, answerFeedback, feedbackCounts],
})
