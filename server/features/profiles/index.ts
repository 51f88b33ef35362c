import { feature } from '#server/clinic/feature.ts'
import { saveHealthInformation } from './save-health-information.ts'
import { saveOwnProfile } from './save-own-profile.ts'
import { savePersonalDetails } from './save-personal-details.ts'

export const profilesFeature = feature({
  actions: [savePersonalDetails, saveHealthInformation, saveOwnProfile],
})
