import { feature } from '#server/clinic/feature.ts'
import { sendDueTexts, sendText } from './send-text.ts'

export const textMessagesFeature = feature({
  actions: [],
  jobs: [sendText, sendDueTexts],
})
