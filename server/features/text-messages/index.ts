import { feature } from '#server/platform/feature.ts'
import { sendDueTexts, sendText } from './send-text.ts'

export const textMessagesFeature = feature({
  actions: [],
  jobs: [sendText, sendDueTexts],
})
