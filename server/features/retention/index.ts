import { feature } from '#server/clinic/feature.ts'
import { eraseClinics } from './erase-clinics.ts'
import { eraseLeft } from './erase-left.ts'
import { legalHold } from './legal-hold.ts'
import { rotateMonths } from './rotate-months.ts'

export const retentionFeature = feature({
  actions: [legalHold],
  jobs: [eraseLeft, eraseClinics, rotateMonths],
})
