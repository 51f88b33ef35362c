import { feature } from '#server/clinic/feature.ts'
import { answerConsentsAnew } from './answer-consents-anew.ts'
import { saveContactPreferences } from './save-contact-preferences.ts'
import { saveNoticePreferences } from './save-notice-preferences.ts'

export const preferencesFeature = feature({
  actions: [saveContactPreferences, answerConsentsAnew, saveNoticePreferences],
})
