import { feature } from '#server/platform/feature.ts'
import { eraseClinics } from './erase-clinics.ts'
import { eraseLeft } from './erase-left.ts'
import { keepMonths } from './keep-months.ts'
import { legalHold } from './legal-hold.ts'

export const retentionFeature = feature({
  actions: [legalHold],
  jobs: [eraseLeft, eraseClinics, keepMonths],
})
